import type { ExtractedPage, OutlineEntry } from '../converter.js';
import { runningLines } from '../layout/flow/running-heads.js';
import { withStableIds } from '../layout/items/item-id.js';
import type { DraftItem } from '../layout/items/item-id.js';
import { directionOfText } from '../layout/lines/script.js';
import { toBoundingBox } from '../layout/page/bounding-box.js';
import { profileOf } from '../layout/page/document-profile.js';
import { structurePage } from '../layout/page/structure-page.js';
import type { DjvuReader, ReadPage } from './djvu-reader.js';

/** Converts the text layer of a page to items. */
export const structureTextLayer = async (
  page: ReadPage,
  pageNumber: number,
  reader: DjvuReader,
  outline: readonly OutlineEntry[],
): Promise<ExtractedPage> => {
  const neighbours = await Promise.all(
    [-2, -1, 1, 2]
      .filter((offset) => pageNumber + offset >= 0 && pageNumber + offset < reader.totalPages)
      .map((offset) =>
        reader.read(pageNumber + offset).then(
          (read) => ({ offset, edges: read.edges }),
          () => ({ offset, edges: [] }),
        ),
      ),
  );
  const structured = structurePage({
    ...page.size,
    lines: page.lines,
    drawing: null,
    running: runningLines(page.edges, neighbours),
    // Pages of a scan declare different resolutions, so type sizes can be compared only within one page.
    profile: page.isTypeset ? await reader.profile() : profileOf([page.lines]),
    direction: directionOfText(page.text),
    outline: outline.filter((entry) => entry.page === pageNumber),
    isRecognised: !page.isTypeset,
  });
  const items = withStableIds(
    structured.map(({ item, box }) => ({ ...withNumberedLevel(item), bbox: toBoundingBox(box, page.size) })),
  );
  return {
    pageNumber,
    content: { items, page_info: { page_type: items.length > 0 ? 'text' : 'blank', ...page.size } },
    images: [],
  };
};

/** A text layer has no bold type and hardly any sizes, so a numbered heading gets its level from its number. */
const withNumberedLevel = (item: DraftItem): DraftItem => {
  const depth =
    item.type === 'heading'
      ? /^\p{Nd}{1,3}((?:\.\p{Nd}{1,3}){0,5})\.?\s+\p{L}/u.exec(item.content)?.[1]?.split('.').length
      : undefined;
  return item.type === 'heading' && depth !== undefined
    ? { ...item, level: depth === 1 ? 1 : depth === 2 ? 2 : 3 }
    : item;
};
