import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { statedAbout } from '../metadata/file-facts.js';
import type { Inspection, OutlineEntry } from '../converter.js';

const MAX_ENTRIES = 3000;
const MAX_DEPTH = 8;
const MAX_TITLE = 300;
const MAX_KEYWORDS = 2000;

type OutlineNode = { title?: unknown; dest?: unknown; items?: unknown };

const clean = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- control characters in a file's own strings are noise
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

/** The table of contents of a PDF with its pages; entries that lead nowhere are left out. Bounded in number and depth. */
export const readOutline = async (document: PDFDocumentProxy): Promise<OutlineEntry[]> => {
  const entries: OutlineEntry[] = [];
  const visit = async (nodes: unknown, level: number): Promise<void> => {
    if (!Array.isArray(nodes) || level > MAX_DEPTH) return;
    for (const node of nodes as OutlineNode[]) {
      if (entries.length >= MAX_ENTRIES) return;
      const title = typeof node.title === 'string' ? clean(node.title).slice(0, MAX_TITLE) : '';
      const page = await pageOf(document, node.dest);
      if (title !== '' && page !== null) entries.push({ title, level, page });
      await visit(node.items, level + 1);
    }
  };
  await visit(await document.getOutline().catch(() => null), 1);
  return entries;
};

const pageOf = async (document: PDFDocumentProxy, dest: unknown): Promise<number | null> => {
  try {
    const target: unknown = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const ref: unknown = Array.isArray(target) ? target[0] : null;
    if (typeof ref === 'number') return ref >= 0 && ref < document.numPages ? ref : null;
    if (typeof ref !== 'object' || ref === null) return null;
    return await document.getPageIndex(ref as Parameters<PDFDocumentProxy['getPageIndex']>[0]);
  } catch {
    // A destination that names no page of this file: the entry is of no use.
    return null;
  }
};

/** File names and program names that authoring tools write where a title belongs. */
const NO_TITLE =
  /^(?:untitled|unbenannt|sin título|documento?\d*|microsoft word|powerpoint|slide ?1)\b|\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|rtf|odt)$/i;

type Facts = Pick<Inspection, 'title' | 'authors' | 'year' | 'summary' | 'tags' | 'declaredLanguage'>;

/** The keywords of the XMP metadata (ISO 16684-1, `dc:subject`), which newer files have in place of the information dictionary's. */
const xmpSubjects = (metadata: { get: (name: string) => unknown } | null | undefined): string[] => {
  const subjects: unknown = metadata?.get('dc:subject');
  return (Array.isArray(subjects) ? subjects : [subjects]).filter(
    (subject): subject is string => typeof subject === 'string',
  );
};

/** Title, authors, year, subject and keywords as the file states them; absent where it states nothing of use. */
export const readFacts = async (document: PDFDocumentProxy): Promise<Facts> => {
  const metadata = await document.getMetadata().catch(() => null);
  const info = (metadata?.info ?? {}) as Record<string, unknown>;
  const text = (key: string, limit = 500): string =>
    typeof info[key] === 'string' ? clean(info[key]).slice(0, limit) : '';
  const title = text('Title');
  const authors = text('Author')
    .split(/\s*(?:;|،|, (?=\S+ \S)| and | und | y | et )\s*/u)
    .filter((name) => name.length > 1 && name.length < 120)
    .slice(0, 20);
  const year = Number(/^(?:D:)?((?:19|20)\d\d)/.exec(text('CreationDate'))?.[1]);
  const language = text('Language');
  const keywords = text('Keywords', MAX_KEYWORDS);
  return {
    ...(title.length > 2 && !NO_TITLE.test(title) ? { title } : {}),
    ...(authors.length > 0 ? { authors } : {}),
    ...(Number.isInteger(year) ? { year } : {}),
    ...statedAbout({
      subject: text('Subject', METADATA_LIMITS.summary),
      keywords: keywords === '' ? xmpSubjects(metadata?.metadata).map(clean) : [keywords],
    }),
    ...(language !== '' ? { declaredLanguage: language.slice(0, 35) } : {}),
  };
};
