import type { UploadResponse } from '@hamkhan/contracts/http/documents';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { uploadDocumentRoute } from '@hamkhan/contracts/routes/library';
import { uploadRoute } from '../../../shared/api/client.js';

/** Sends one file; `onProgress` hears the share sent, `signal` cancels. Throws ApiError. */
export const uploadDocument = (
  file: File,
  language: SourceLanguage,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadResponse> =>
  uploadRoute(uploadDocumentRoute, {
    // Fields before the file: the server knows the language when the file begins to arrive.
    body: { language, file },
    ...options,
    ownErrors: true,
  });
