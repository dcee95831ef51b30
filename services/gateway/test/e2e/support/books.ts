import type { MetadataResponse, PagesResponse } from '@hamkhan/contracts/http/documents';
import type { ApiUser } from '@hamkhan/testing/api-user';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { waitFor } from '@hamkhan/testing/wait-for';

const CONVERT_MS = 120_000;

/** Uploads an English book of this many pages and returns its key. */
export async function uploadBook(user: ApiUser, name: string, pages: number): Promise<string> {
  const file = new File([await makeLongPdf(pages)], name, { type: 'application/pdf' });
  const { key } = await user.post<{ key: string }>('document/upload/', { file, language: 'en' });
  return key;
}

export const metadataOf = (user: ApiUser, key: string): Promise<MetadataResponse> =>
  user.get(`document/metadata/${key}/?with_page=1&resume=1`);

/** Waits for translations and page images, so that no live update changes the pages any more. */
export const waitUntilFinished = (user: ApiUser, key: string): Promise<boolean> =>
  waitFor(
    `${key} to be finished`,
    async () => {
      const { metadata } = await metadataOf(user, key);
      if (metadata.status !== 'translated') return false;
      const { pages } = await user.get<PagesResponse>(`document/pages/${key}/?page=1&per_page=100`);
      return pages.every(({ pictures }) => pictures.length > 0);
    },
    CONVERT_MS,
  );

/** Waits for the original of the last page; translations may still be missing. */
export const waitUntilConverted = (user: ApiUser, key: string): Promise<boolean> =>
  waitFor(
    `the last page of ${key}`,
    async () => {
      const { metadata } = await metadataOf(user, key);
      if (metadata.total_pages === 0) return false;
      const last = `document/pages/${key}/?page=${metadata.total_pages}&per_page=1`;
      return (await user.get<PagesResponse>(last)).pages[0]?.status === 'success';
    },
    CONVERT_MS,
  );
