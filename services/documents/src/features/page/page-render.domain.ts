import { randomUUID } from 'node:crypto';
import type { ContentItem, PageContent, TranslatedContent } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { audioNameOf, audioPath } from './audio-name.domain.js';
import { deflatePart, type GzipPart } from './gzip-parts.domain.js';
import { imageNameOf, imagePath } from './image-name.domain.js';
import type { PageRow } from './page.schema.js';

/** A piece of a page's JSON; if `image` is set, the signed query of that image's address follows it. */
export type RenderedPart = GzipPart & { image?: string };
export type RenderedPage = { delivered: RenderedPart[]; images: string[] };
export type UnrenderedPage = Omit<PageRow, 'delivered' | 'images' | 'modifiedAt'>;

/**
 * Serialises and compresses a page for readers (`ReaderPage`), once for all of them. Image addresses end before their query, which is signed for
 * each response.
 */
export function renderPage(page: UnrenderedPage, documentKey: string): RenderedPage {
  const mark = randomUUID();
  const images = new Set<string>();
  const address = (objectKey: string | null | undefined): string | null => {
    const name = imageNameOf(page.documentId, objectKey);
    if (name === null) return null;
    images.add(name);
    return `${imagePath(documentKey, name)}?${mark}${name}${mark}`;
  };
  const audioAddress = (objectKey: string | undefined): string | null => {
    const name = audioNameOf(page.documentId, objectKey);
    if (name === null) return null;
    images.add(name);
    return `${audioPath(documentKey, name)}?${mark}${name}${mark}`;
  };
  const pictures = page.pictures.flatMap(({ key, width, height }) => {
    const src = address(key);
    return src === null ? [] : [{ src, width, height }];
  });
  const audio = audioAddress(page.speech?.audio?.key);
  const failed = page.status === 'failed';
  const readerPage: ReaderPage = {
    id: page._id,
    page_number: page.number,
    status: page.status,
    translation_status: failed ? 'pending_translation' : page.translationStatus,
    image: pictures.at(-1)?.src ?? null,
    content: page.content && {
      items: withAddresses(page.content.items, address),
      page_info: withAnnotatedImage(page.content.page_info, address),
    },
    translated_content: failed ? null : withItemAddresses(page.translatedContent, address),
    translated_content_level2: failed ? null : withItemAddresses(page.translatedContentLevel2, address),
    tts_audio_url: audio,
    tts_audio_status: page.speech?.status ?? null,
    ...(page.speech?.outdated ? { tts_outdated: true } : {}),
    ...(page.speech?.failure ? { tts_failure: page.speech.failure } : {}),
    tts_text: page.speech?.audio ? { items: page.speech.audio.items } : null,
    questions: { questions: [] },
    pictures,
    revision: page.revision,
    note_code: (failed ? page.failure : page.translationReason)?.code ?? null,
  };
  const pieces = JSON.stringify(readerPage).split(mark);
  const delivered: RenderedPart[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const image = pieces[index + 1];
    delivered.push({ ...deflatePart(pieces[index] ?? ''), ...(image === undefined ? {} : { image }) });
  }
  return { delivered, images: [...images] };
}

type Address = (objectKey: string | null | undefined) => string | null;

const withItemAddresses = (content: TranslatedContent | null, address: Address): TranslatedContent | null =>
  content && { items: withAddresses(content.items, address) };

/** Leaves out images of other documents. */
const withAddresses = (items: readonly ContentItem[], address: Address): ContentItem[] =>
  items.map((item) => {
    if (item.type === 'figure') return { ...item, src: address(item.src) ?? '' };
    if (item.type === 'math' && item.src !== undefined)
      return { ...item, src: address(item.src) ?? undefined };
    return item;
  });

const withAnnotatedImage = (info: PageContent['page_info'], address: Address): PageContent['page_info'] =>
  info.annotated_image ? { ...info, annotated_image: address(info.annotated_image) } : info;
