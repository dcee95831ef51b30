import { z } from 'zod';
import { ApiError } from '../../../shared/api/api-error.js';
import { apiPost } from '../../../shared/api/client.js';

const Done = z.object({ status: z.literal('success') });

/** Stops the work on a document. What is done stays and can be read. */
export const stopDocument = async (documentId: string): Promise<void> => {
  await apiPost(`document/user/document/${documentId}/cancel/`, Done, {}, { ownErrors: true });
};

/** Takes a document that failed or was stopped out of the library, with its file; one that is gone already is no failure. */
export const removeDocument = async (documentId: string): Promise<void> => {
  try {
    await apiPost(`document/user/document/${documentId}/remove/`, Done, {}, { ownErrors: true });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
};
