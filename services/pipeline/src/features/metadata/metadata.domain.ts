import type { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';
import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import { foldLetters } from '@hamkhan/contracts/folding';
import { tidySummary } from '@hamkhan/converter/metadata/summary';
import { cleanTags } from '@hamkhan/converter/metadata/tags';
import { polish } from '../page-text/persian-typography.domain.js';
import type { CollectedMetadata } from '../runs/collected-metadata.js';

/** Combines the metadata of a document. The file takes precedence. Then comes the first abstract in the document's language, or else the first abstract. */
export function originalMetadata({ file = {}, pages = {} }: CollectedMetadata): DocumentMetadata {
  const found = Object.entries(pages)
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([, page]) => page ?? []);
  const abstracts = found.filter(({ summary }) => summary !== '');
  const abstract = abstracts.find(({ isOwn }) => isOwn) ?? abstracts[0];
  return {
    subtitle: file.subtitle ?? '',
    summary: file.summary || (abstract?.summary ?? ''),
    tags: cleanTags([...(file.tags ?? []), ...found.flatMap(({ tags }) => tags)]),
  };
}

export const isEmptyMetadata = ({ subtitle, summary, tags }: DocumentMetadata): boolean =>
  subtitle === '' && summary === '' && tags.length === 0;

const MARKERS = /[⟦⟧]/u;
const ARABIC_LETTER = /\p{Script=Arabic}/gu;

/** Whether most letters of a text are Arabic script, and it is not a copy of the original. */
function isPersian(text: string, original: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const persian = text.match(ARABIC_LETTER)?.length ?? 0;
  return persian > letters / 2 && !MARKERS.test(text) && foldLetters(text) !== foldLetters(original);
}

/**
 * The valid parts of an engine's Persian metadata; null if no part is valid. A tag may be in another script if the original has the
 * same tag ("JavaScript").
 */
export function persianMetadata(
  answer: { subtitle: string; description: string; tags: readonly string[] },
  original: DocumentMetadata,
): DocumentMetadata | null {
  const subtitle = polish(answer.subtitle.slice(0, METADATA_LIMITS.subtitle)).slice(
    0,
    METADATA_LIMITS.subtitle,
  );
  const summary = tidySummary(polish(answer.description.slice(0, 2 * METADATA_LIMITS.summary)));
  const known = new Set(original.tags.map(foldLetters));
  const tags = cleanTags(answer.tags.slice(0, 4 * METADATA_LIMITS.tags).map(polish)).filter(
    (tag) => !MARKERS.test(tag) && (/\p{Script=Arabic}/u.test(tag) || known.has(foldLetters(tag))),
  );
  const metadata: DocumentMetadata = {
    subtitle: original.subtitle !== '' && isPersian(subtitle, original.subtitle) ? subtitle : '',
    summary: isPersian(summary, original.summary) ? summary : '',
    tags: tags.some((tag) => /\p{Script=Arabic}/u.test(tag)) ? tags : [],
  };
  return isEmptyMetadata(metadata) ? null : metadata;
}
