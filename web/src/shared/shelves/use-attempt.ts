import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.js';
import { errorText } from '../i18n/error-text.js';
import { showMessage } from '../ui/messages.js';

export type DoneMessage =
  `done.${'created' | 'updated' | 'deleted' | 'shared' | 'subscribed' | 'unsubscribed' | 'moved'}`;
export type FailedMessage =
  `failed.${'save' | 'delete' | 'share' | 'subscribe' | 'unsubscribe' | 'move' | 'reorder'}`;

/** Runs an action on shelves and reports its result in the message bar; null when it failed. */
export const useAttempt = () => {
  const { t } = useTranslation('shelves');
  const { t: te } = useTranslation('errors');
  return async <T>(
    action: () => Promise<T>,
    done: DoneMessage | null,
    failed: FailedMessage,
  ): Promise<T | null> => {
    try {
      const result = await action();
      if (done) showMessage('success', t(done), { about: failed });
      return result;
    } catch (error) {
      showMessage('alert', t(failed), { about: failed });
      // A client error has a reason of its own, beside the general sentence.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        showMessage('warning', errorText(error, te), { about: failed });
      }
      return null;
    }
  };
};
