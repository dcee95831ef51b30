import type { TFunction } from 'i18next';
import { ApiError } from '../api/api-error.js';

/** The text of a failure: the server's if it sent one, else ours for the kind of failure. */
export const errorText = (error: unknown, t: TFunction<'errors'>): string => {
  if (!(error instanceof ApiError)) return t('unknown');
  switch (error.code) {
    case 'CLIENT.TIMEOUT':
      return t('client.TIMEOUT');
    case 'CLIENT.NO_ANSWER':
      return t('client.NO_ANSWER');
    case 'CLIENT.ABORTED':
      return t('client.ABORTED');
    case 'CLIENT.SETUP':
      return t('client.SETUP');
    case 'CLIENT.BAD_ANSWER':
      return t('client.BAD_ANSWER');
    default:
  }
  const said = error.text || error.general[0] || Object.values(error.fields)[0]?.[0];
  if (said) return error.errorId ? t('withId', { text: said, id: error.errorId }) : said;
  if (error.status === 401) return t('pleaseLogin');
  if (error.status === 403) return t('forbidden');
  if (error.status === 404) return t('notFound');
  if (error.status === 429) return t('tooMany');
  if (error.status === 502 || error.status === 503 || error.status === 504) return t('unavailable');
  return error.status >= 500 ? t('server') : t('unknown');
};
