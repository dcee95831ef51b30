import type { MediaFile, MediaType } from '@hamkhan/contracts/http/media';
import { listMediaRoute, removeMediaRoute, saveMediaRoute } from '@hamkhan/contracts/routes/media';
import useSWR from 'swr';
import { z } from 'zod';
import { ApiError } from '../../../shared/api/api-error.js';
import { callRoute, uploadRoute } from '../../../shared/api/client.js';
import { useCurrentUser } from '../../../shared/api/session.js';

const own = { ownErrors: true } as const;

/** The files of a page's document, newest first, with calls to upload and delete; all throw ApiError. */
export const useMedia = (pageId: string, type: MediaType) => {
  const { user } = useCurrentUser();
  const { data, error, isValidating, mutate } = useSWR<readonly MediaFile[], ApiError>(
    user ? [listMediaRoute.path, user.id, pageId, type] : null,
    async () =>
      (await callRoute(listMediaRoute, { query: { page_id: pageId, type }, ...own })).document_media_files,
  );
  return {
    files: data,
    error,
    retrying: isValidating,
    retry: () => void mutate(),
    save: async (
      file: File,
      options: { onProgress: (share: number) => void; signal: AbortSignal },
    ): Promise<MediaFile> => {
      const { media } = await uploadRoute(saveMediaRoute, {
        body: { page_id: pageId, file },
        ...options,
        ...own,
      });
      await mutate((known) => [media, ...(known ?? []).filter(({ id }) => id !== media.id)], {
        revalidate: false,
      });
      return media;
    },
    remove: async (file: MediaFile, topic: string): Promise<void> => {
      await callRoute(removeMediaRoute, { body: { media_id: file.id, topic }, ...own });
      await mutate((known) => known?.filter(({ id }) => id !== file.id), { revalidate: false });
    },
  };
};

const Refused = z.object({ error: z.string().optional(), topic: z.string().optional() });

/** Why the server did not delete a file, and which file (RDR-MEDIA-07). */
export const removalRefusal = (error: unknown): { error: string; topic: string } | null => {
  const body = error instanceof ApiError ? Refused.safeParse(error.body).data : undefined;
  return body && (body.error || body.topic) ? { error: body.error ?? '', topic: body.topic ?? '' } : null;
};

/** All texts of a response body of unknown shape (RDR-MEDIA-08). */
export const textsInBody = (body: unknown): string[] => {
  if (typeof body === 'string') return body.trim() === '' ? [] : [body];
  if (Array.isArray(body)) return body.flatMap(textsInBody);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'status' || name === 'code' ? [] : textsInBody(value),
  );
};
