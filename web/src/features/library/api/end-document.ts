import { cancelDocumentRoute, removeDocumentRoute } from '@hamkhan/contracts/routes/library';
import { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';

/** Stops the work on a document. What is done stays and can be read. */
export const stopDocument = async (documentId: string): Promise<void> => {
  await callRoute(cancelDocumentRoute, { params: { documentId }, ownErrors: true });
};

/** Takes a document that failed or was stopped out of the library, with its file; one that is gone already is no failure. */
export const removeDocument = async (documentId: string): Promise<void> => {
  try {
    await callRoute(removeDocumentRoute, { params: { documentId }, ownErrors: true });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
};
