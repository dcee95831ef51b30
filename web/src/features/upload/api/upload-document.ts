import { UploadResponse } from '@hamkhan/contracts/http/documents';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { apiUpload, TIMEOUTS } from '../../../shared/api/client.js';

/** Sends one file; `onProgress` hears the share sent, `signal` cancels. Throws ApiError. */
export const uploadDocument = (
  file: File,
  language: SourceLanguage,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadResponse> =>
  apiUpload(
    'document/upload/',
    UploadResponse,
    // Fields before the file: the server knows the language when the bytes begin to come.
    { language, file },
    { ...options, timeoutMs: TIMEOUTS.upload, ownErrors: true },
  );
