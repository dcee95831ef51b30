import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import { EPub, SYMBOL_RAW_DATA } from 'epub2';
import { cleanTags, subjectTags } from '../metadata/tags.js';
import { descriptionText } from './description.js';

/** Of the book, as its package document says it; anything may be missing or wrong. */
export type PackageMetadata = {
  title?: string;
  subtitle?: string;
  authors?: string[];
  year?: number;
  language?: string;
  /** Plain text, whatever markup it came in. */
  description?: string;
  tags?: string[];
};

type Entry = { text: string; attributes: Record<string, string> };

const PACKAGE_NAME = 'package.opf';
const CONTAINER = `<container><rootfiles><rootfile full-path="${PACKAGE_NAME}" media-type="application/oebps-package+xml"/></rootfiles></container>`;

/**
 * epub2 inflates whole entries through adm-zip, without a limit. Here it never sees an archive: it gets the package document,
 * which was read within bounds, and nothing else, and it answers synchronously.
 */
class PackageReader extends EPub {
  constructor(private readonly packageDocument: Buffer) {
    super(PACKAGE_NAME);
  }

  override open(): void {
    const files = new Map<string, Buffer>([
      ['mimetype', Buffer.from('application/epub+zip')],
      ['META-INF/container.xml', Buffer.from(CONTAINER)],
      [PACKAGE_NAME, this.packageDocument],
    ]);
    const names = [...files.keys()];
    const zip = {
      names,
      count: names.length,
      readFile: (name: string, done: (error: Error | null, data: Buffer) => void) => {
        const data = files.get(name);
        done(data ? null : new Error('not given'), data ?? Buffer.alloc(0));
      },
    };
    Object.assign(this, { zip });
    this.checkMimeType();
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

/** EPUB 3 says more of an element in `meta refines="#id"`; EPUB 2 in an attribute. */
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
 * Title (the main one) and subtitle, authors in order, year of publication, language, description (the longest) and subjects of a
 * package document. A document that epub2 can't read gives what it had by then: metadata never stops a book.
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
