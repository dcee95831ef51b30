import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import { EPub, SYMBOL_RAW_DATA } from 'epub2';
import { cleanTags, subjectTags } from '../metadata/tags.js';
import { descriptionText } from './description.js';

/** Metadata of the package document. Publishers may omit any of it, and any of it may be wrong. */
export type PackageMetadata = {
  title?: string;
  subtitle?: string;
  authors?: string[];
  year?: number;
  language?: string;
  /** Plain text without markup. */
  description?: string;
  tags?: string[];
};

type Entry = { text: string; attributes: Record<string, string> };

/**
 * epub2 for a package document in memory. `open` starts at the step that parses it, because epub2's own archive reader
 * inflates without a limit (docs/adr/0010).
 */
class PackageReader extends EPub {
  constructor(private readonly packageDocument: Buffer) {
    super('package.opf');
  }

  override open(): void {
    const readFile = (_: string, done: (error: Error | null, data: Buffer) => void): void => {
      done(null, this.packageDocument);
    };
    Object.assign(this, { rootFile: this.filename, zip: { readFile } });
    this.handleRootFile();
  }

  /** Does nothing: the NCX is a file of the archive, and `readNavigation` reads it. */
  override parseTOC(): void {
    return undefined;
  }
}

const asArray = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const entryOf = (value: unknown): Entry => {
  if (typeof value === 'string') return { text: value.trim(), attributes: {} };
  if (!isRecord(value)) return { text: '', attributes: {} };
  const attributes: Record<string, string> = {};
  for (const [key, attribute] of Object.entries(isRecord(value['@']) ? value['@'] : {})) {
    if (typeof attribute === 'string') attributes[key] = attribute;
  }
  return { text: typeof value['#'] === 'string' ? value['#'].trim() : '', attributes };
};

/** A refinement of an entry: `meta refines="#id"` in EPUB 3, an `opf:` attribute in EPUB 2. */
const refinement = (entry: Entry, metas: readonly Entry[], property: string): string | undefined =>
  metas.find(
    (meta) =>
      meta.attributes['property'] === property &&
      meta.attributes['refines'] === `#${entry.attributes['id'] ?? ''}`,
  )?.text ?? entry.attributes[`opf:${property}`];

const yearOf = (text: string): number | undefined => {
  const year = Number(/(?:^|\D)(1[0-9]{3}|20[0-9]{2})(?:\D|$)/.exec(text)?.[1]);
  return Number.isNaN(year) ? undefined : year;
};

/**
 * Main title and subtitle, authors in order, year of publication, language, the longest description, and subjects of a
 * package document. Where epub2 fails, the metadata read so far is returned, because missing metadata must not fail a book.
 */
export const readPackageMetadata = (packageDocument: Buffer): PackageMetadata => {
  const reader = new PackageReader(packageDocument);
  reader.on('error', () => undefined);
  try {
    reader.parse();
  } catch {
    return {};
  }
  const raw: unknown = Reflect.get(reader.metadata, SYMBOL_RAW_DATA);
  if (!isRecord(raw)) return {};
  const all = (name: string): Entry[] =>
    Object.entries(raw)
      .filter(([key]) => key.slice(key.indexOf(':') + 1).toLowerCase() === name)
      .flatMap(([, value]) => asArray(value).map(entryOf));
  const metas = all('meta');
  const titles = all('title').filter((title) => title.text !== '');
  const title = titles.find((entry) => refinement(entry, metas, 'title-type') === 'main') ?? titles[0];
  const subtitle = titles.find(
    (entry) => entry !== title && refinement(entry, metas, 'title-type') === 'subtitle',
  );
  const descriptions = all('description').map(({ text }) => descriptionText(text));
  const [description] = descriptions.sort((a, b) => b.length - a.length);
  const tags = cleanTags(subjectTags(all('subject').map(({ text }) => text)));
  const creators = all('creator').filter((creator) => creator.text !== '');
  const authors = creators.filter((creator) =>
    ['aut', undefined].includes(refinement(creator, metas, 'role')),
  );
  const dates = all('date');
  const published = dates.find((date) => /publication/.test(date.attributes['opf:event'] ?? '')) ?? dates[0];
  const year = published ? yearOf(published.text) : undefined;
  const language = all('language').find((entry) => entry.text !== '')?.text;
  return {
    ...(title ? { title: title.text.slice(0, 500) } : {}),
    ...(creators.length > 0
      ? {
          authors: [
            ...new Set(
              (authors.length > 0 ? authors : creators).map((creator) => creator.text.slice(0, 200)),
            ),
          ].slice(0, 20),
        }
      : {}),
    ...(year === undefined ? {} : { year }),
    ...(subtitle ? { subtitle: subtitle.text.slice(0, METADATA_LIMITS.subtitle) } : {}),
    ...(description ? { description } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(language ? { language: language.slice(0, 35) } : {}),
  };
};
