import {
  cancelDocumentRoute,
  removeDocumentRoute,
  unpublishDocumentRoute,
} from '@hamkhan/contracts/routes/library';
import { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';

/** Stops the processing of a document; its finished pages stay readable. */
export const stopDocument = async (documentId: string): Promise<void> => {
  await callRoute(cancelDocumentRoute, { params: { documentId }, ownErrors: true });
};

/** Makes a published document private again. */
export const unpublishDocument = async (documentId: string): Promise<void> => {
  await callRoute(unpublishDocumentRoute, { params: { documentId }, ownErrors: true });
};

/** Removes a document that failed or was stopped, with its file; succeeds if it no longer exists. */
export const removeDocument = async (documentId: string): Promise<void> => {
  try {
    await callRoute(removeDocumentRoute, { params: { documentId }, ownErrors: true });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
};
