import { PublishResponse } from '@hamkhan/contracts/http/documents';
import { z } from 'zod';
import { apiFile, apiPost } from '../../../shared/api/client.js';

const Done = z.object({ status: z.literal('success') });

/** Shows a document to everyone (RDR-READER-68). */
export const publishDocument = async (documentId: string): Promise<void> => {
  await apiPost(`document/user/document/${documentId}/publish/`, PublishResponse, {}, { ownErrors: true });
};

/** Has a page read from its file and translated again (RDR-READER-66). */
export const requestReprocessing = async (pageId: string): Promise<void> => {
  await apiPost(`document/page/${pageId}/reprocess/`, Done, {}, { ownErrors: true });
};

/** The file a document was made from, for who is signed in and has full access to it (decisions.md G39). */
export const fetchOriginal = (documentKey: string): Promise<File> =>
  apiFile(`document/original/${encodeURIComponent(documentKey)}/`, { ownErrors: true });
