import type { ContentItem, PageContent } from '@hamkhan/contracts/content';
import { FrameError, type Frame } from '@hamkhan/sandbox/process/frames';
import type { ExtractedPage, RenderedPage } from '../converter.js';
import { toExtractedImage } from '../images/extracted-image.js';
import { SandboxMessage } from './sandbox-protocol.js';

const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

type OtherMessage = Exclude<SandboxMessage, { type: 'page' | 'rendered-page' }>;
/** A message whose images have their bytes. */
export type ReceivedMessage =
  | OtherMessage
  | { type: 'page'; pageNumber: number; page: ExtractedPage }
  | { type: 'rendered-page'; pageNumber: number; page: RenderedPage };

/**
 * Checks a message of a process that a hostile document may have taken over: its shape, that images are named by their bytes, and that a page
 * shows its own images only. A name that it made up could be the key of another document's image, which readers would then be given.
 *
 * @throws FrameError or a ZodError
 */
export function messageIn({ message: received, attachments }: Frame): ReceivedMessage {
  const message = SandboxMessage.parse(received);
  if (message.type !== 'page' && message.type !== 'rendered-page') {
    if (attachments.length > 0) throw new FrameError('a message has attachments and no images');
    return message;
  }
  const images = withBytes<(typeof message.images)[number]>(message.images, attachments);
  const { type, pageNumber } = message;
  if (type === 'rendered-page') {
    const page = { pageNumber, of: message.of, images: images as RenderedPage['images'] };
    return { type, pageNumber, page };
  }
  checkSources(message.content.items, new Set(images.map(({ name }) => name)));
  return { type, pageNumber, page: { pageNumber, content: ownContent(message.content), images } };
}

function withBytes<T extends { name: string; mediaType: ExtractedPage['images'][number]['mediaType'] }>(
  images: readonly T[],
  attachments: readonly Buffer[],
): (T & { bytes: Buffer })[] {
  if (images.length !== attachments.length) throw new FrameError('images and attachments differ in number');
  return images.map((image, index) => {
    const bytes = attachments[index] ?? Buffer.alloc(0);
    if (bytes.length > MAX_IMAGE_BYTES) throw new FrameError(`an image has ${bytes.length} bytes`);
    if (toExtractedImage(bytes, image.mediaType).name !== image.name) {
      throw new FrameError('an image has another name than its bytes give');
    }
    return { ...image, bytes };
  });
}

function checkSources(items: readonly ContentItem[], names: ReadonlySet<string>): void {
  for (const item of items) {
    const source = item.type === 'figure' || item.type === 'math' ? item.src : undefined;
    if (source && !names.has(source)) throw new FrameError('a page shows an image that it did not send');
  }
}

/** Without the address of an annotated image, which is not the converter's to give. */
const ownContent = ({
  items,
  page_info: { annotated_image: _, ...page_info },
}: PageContent): PageContent => ({
  items,
  page_info,
});
