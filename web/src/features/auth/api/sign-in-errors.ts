import type { TFunction } from 'i18next';
import { ApiError } from '../../../shared/api/api-error.js';

export type SignInErrors = {
  username: string[];
  password: string[];
  captcha: string[];
  code: string[];
  general: string[];
};

/** Whether the server refused a sign-in because it needs a code of the authenticator, too. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'AUTH.SECOND_FACTOR_REQUIRED';

const onlyGeneral = (text: string): SignInErrors => ({
  username: [],
  password: [],
  captcha: [],
  code: [],
  general: [text],
});

/** Error texts for a refused username check or sign-in (accounts-and-library.txt §8). */
export const signInErrors = (error: unknown, t: TFunction<'auth'>): SignInErrors => {
  if (!(error instanceof ApiError)) return onlyGeneral(t('errors.setup'));
  switch (error.code) {
    case 'CLIENT.TIMEOUT':
      return onlyGeneral(t('errors.timeout'));
    case 'CLIENT.SETUP':
      return onlyGeneral(t('errors.setup'));
    case 'CLIENT.NO_ANSWER':
    case 'CLIENT.ABORTED':
      return onlyGeneral(t('errors.noAnswer'));
    default:
  }
  if (error.status === 401) return onlyGeneral(t('errors.invalidCredentials'));
  if (error.status === 404) return onlyGeneral(t('errors.notFound'));
  if (error.status >= 500) return onlyGeneral(t('errors.server'));
  const { username = [], password = [], code = [] } = error.fields;
  const general = [...error.general, ...(error.text ? [error.text] : [])];
  if (username.length + password.length + code.length + general.length === 0)
    return onlyGeneral(t('errors.validation'));
  return { username: [...username], password: [...password], captcha: [], code: [...code], general };
};
