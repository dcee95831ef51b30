import { z } from 'zod';
import { ApiError } from '../../../shared/api/api-error.js';
import { apiPost } from '../../../shared/api/client.js';

const Done = z.object({ status: z.literal('success') });

/** Takes a document that came to nothing out of the library, with its file; one that is gone already is no failure. */
export const removeDocument = async (documentId: string): Promise<void> => {
  try {
    await apiPost(`document/user/document/${documentId}/remove/`, Done, {}, { ownErrors: true });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
};
