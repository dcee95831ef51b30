import type { UploadResponse } from '@hamkhan/contracts/http/documents';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { uploadDocumentRoute } from '@hamkhan/contracts/routes/library';
import { uploadRoute } from '../../../shared/api/client.js';

/** Uploads a file; `onProgress` gets the share sent so far, `signal` cancels. Throws ApiError. */
export const uploadDocument = (
  file: File,
  language: SourceLanguage,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadResponse> =>
  uploadRoute(uploadDocumentRoute, {
    // The language comes before the file, because the server reads the fields in order.
    body: { language, file },
    ...options,
    ownErrors: true,
  });
