import type { ContentItem, PageContent } from '@hamkhan/contracts/content';
import { parseInline } from '@hamkhan/contracts/inline/parse-inline';
import { plainText } from '@hamkhan/contracts/inline/inline-node';
import { SOURCE_LANGUAGES, type SourceLanguage } from '@hamkhan/contracts/languages';
import { tidySummary } from '@hamkhan/converter/metadata/summary';
import { cleanTags, listedTags } from '@hamkhan/converter/metadata/tags';
import type { PageMetadata } from '../runs/collected-metadata.js';

/** Abstract and keywords are searched on this many first pages. */
export const METADATA_PAGES = 6;

/** Headings of an abstract. Not "sommaire", "sumario", "sumário", "содержание": those are tables of contents. */
const ABSTRACT: Readonly<Record<SourceLanguage, readonly string[]>> = {
  en: ['abstract', 'summary', 'executive summary', 'synopsis'],
  de: ['zusammenfassung', 'kurzfassung', 'kurzzusammenfassung', 'abriss', 'abstrakt'],
  fr: ['résumé'],
  es: ['resumen', 'resumen ejecutivo'],
  pt: ['resumo', 'sumário executivo', 'resumo executivo'],
  ru: ['аннотация', 'реферат', 'резюме'],
  ar: ['ملخص', 'الملخص', 'المستخلص', 'مستخلص', 'ملخص البحث', 'ملخص الدراسة', 'الملخص التنفيذي'],
  he: ['תקציר', 'תמצית', 'תקציר מנהלים'],
  zh: ['摘要', '内容提要', '内容摘要', '提要', '內容提要', '內容摘要'],
};
const KEYWORDS = [
  ...['keywords', 'key words', 'index terms', 'keywords and phrases', 'key words and phrases'],
  ...['schlüsselwörter', 'schlagwörter', 'schlagworte', 'stichwörter'],
  ...['mots-clés', 'mots clés', 'mots-clefs', 'mots clefs'],
  ...['palabras clave', 'palabras claves', 'palavras-chave', 'palavras chave'],
  ...['ключевые слова', 'الكلمات المفتاحية', 'كلمات مفتاحية', 'الكلمات الدالة', 'الكلمات الرئيسية'],
  ...['מילות מפתח', 'מילות המפתח', '关键词', '关键字', '關鍵詞', '關鍵字'],
];
/** Front matter that follows an abstract and is not part of it. */
const AFTER_ABSTRACT =
  /^(?:categories and subject descriptors|general terms|ccs concepts|acm reference|jel\b|msc\b|pacs\b|mathematics subject classification|©|copyright|permission to make)/iu;
/** A heading that looks like text. */
const INTRODUCTION =
  /^(?:[\dI]{1,2}\.?\s*)?(?:introduction|einleitung|einführung|introducción|introdução|введение|מבוא|المقدمة|مقدمة|引言|前言)\s*[.:：]?$/iu;

const MAX_TEXT = 20_000;
const MAX_SUMMARY = 3_000;
const MIN_SUMMARY = 80;
const MIN_SUMMARY_HAN = 30;
const MAX_KEYWORDS_TEXT = 600;
const MAX_KEYWORD_WORDS = 6;
const FRAME = '[\\s*_【\\[（(]{0,6}';
const FRAME_END = '[\\s*_】\\]）)]{0,6}';
const SEPARATOR = '[.:：。．—–-]';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Alternatives, longest first. Allows spaces between Chinese characters, and any space or hyphen between words. */
const anyOf = (labels: readonly string[]): string =>
  labels
    .toSorted((a, b) => b.length - a.length)
    .map((label) =>
      /\p{Script=Han}/u.test(label)
        ? [...label].join('\\s{0,4}')
        : escaped(label).replace(/[ -]|\\-/g, '[\\s-]{1,3}'),
    )
    .join('|');

const NUMBER = '(?:[\\d.]{1,6}\\s+)?';
/** A text that starts with a label. `$1`: the separator after the label, `$2`: the rest. */
const startOf = (labels: readonly string[]): RegExp =>
  new RegExp(
    `^${FRAME}${NUMBER}(?:${anyOf(labels)})(?![\\p{L}\\p{M}])(${FRAME_END}${SEPARATOR}{0,6}${FRAME_END})([\\s\\S]*)$`,
    'iu',
  );
const ABSTRACT_START = startOf(SOURCE_LANGUAGES.flatMap((language) => ABSTRACT[language]));
const OWN_START = new Map(SOURCE_LANGUAGES.map((language) => [language, startOf(ABSTRACT[language])]));
const KEYWORDS_START = startOf(KEYWORDS);
/** Keywords at the end of a paragraph, which was extracted together with the abstract. */
const KEYWORDS_WITHIN = new RegExp(
  `(?<=[\\s.。;؛])${FRAME}(?:${anyOf(KEYWORDS)})${FRAME_END}[:：—–]${FRAME_END}([\\s\\S]*)$`,
  'iu',
);

type Piece = { isHeading: boolean; isText: boolean; raw: string; text: string };

const pieceOf = (item: ContentItem): Piece => {
  const raw =
    item.type === 'list' ? item['list-items'].map(({ content }) => content).join('; ') : item.content;
  return {
    isHeading: item.type === 'heading',
    isText: item.type === 'text',
    raw,
    text: plainText(parseInline(raw.slice(0, MAX_TEXT))).trim(),
  };
};

const isEmphasised = (raw: string): boolean => /^\s*\*{1,3}[^*\n]{2,60}\*{1,3}/u.test(raw);
const hasSeparator = (text: string): boolean => new RegExp(`${SEPARATOR}|】|\\]`, 'u').test(text);
const isLongEnough = (text: string): boolean =>
  text.length >= MIN_SUMMARY || (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= MIN_SUMMARY_HAN;
/** A line of a table of contents. */
const isLeader = (text: string): boolean => /(?:\.\s?){5,}|…{2,}/u.test(text);

const startsKeywords = (piece: Piece): string | undefined => {
  const [, separator = '', rest = ''] = KEYWORDS_START.exec(piece.text) ?? [];
  if (rest === '') return undefined;
  const isLabelled = hasSeparator(separator) || isEmphasised(piece.raw) || /[,;،؛，；、·]/u.test(rest);
  return isLabelled && rest.length <= MAX_KEYWORDS_TEXT ? rest : undefined;
};
const isKeywordsLabel = (piece: Piece): boolean => KEYWORDS_START.exec(piece.text)?.[2] === '';

/** The text after an abstract's label in the same piece, which may be empty; undefined if the piece is no abstract. */
const abstractStart = (piece: Piece): string | undefined => {
  const [whole, separator = '', rest = ''] = ABSTRACT_START.exec(piece.text) ?? [];
  if (whole === undefined || !(piece.isHeading || piece.isText) || isLeader(piece.text)) return undefined;
  if (rest === '') return '';
  return piece.isText && (hasSeparator(separator) || isEmphasised(piece.raw)) ? rest : undefined;
};

/** The keywords of a list; empty if it reads like a sentence. */
function keywordsOf(text: string): string[] {
  const parts = listedTags(text.trimEnd().replace(/[.。]$/u, ''));
  const isSentence = parts.some(
    (part) => part.trim().split(/\s+/u).length > MAX_KEYWORD_WORDS || /[.!?]\s+\p{Lu}/u.test(part),
  );
  return isSentence ? [] : cleanTags(parts);
}

/** The paragraphs of an abstract, starting at `from`. */
function paragraphs(
  pieces: readonly Piece[],
  from: number,
  first: string,
): { summary: string; tags: string[] } {
  const abstract = first === '' ? [] : [first];
  let tags: string[] = [];
  let length = first.length;
  for (const piece of pieces.slice(from)) {
    if (!piece.isText || isKeywordsLabel(piece) || startsKeywords(piece) !== undefined) break;
    if (AFTER_ABSTRACT.test(piece.text) || INTRODUCTION.test(piece.text)) break;
    if (isLeader(piece.text) || abstractStart(piece) !== undefined) break;
    if (abstract.length > 0 && length + piece.text.length > MAX_SUMMARY) break;
    abstract.push(piece.text);
    length += piece.text.length;
  }
  const within = KEYWORDS_WITHIN.exec(abstract.at(-1) ?? '');
  if (within) {
    tags = keywordsOf(within[1] ?? '');
    if (tags.length > 0) abstract.push((abstract.pop() ?? '').slice(0, within.index));
  }
  return { summary: tidySummary(abstract.join('\n'), MAX_SUMMARY), tags };
}

/** The abstract that starts at a piece: below its heading, or after a label in the same paragraph. */
function abstractAt(pieces: readonly Piece[], at: number): { summary: string; tags: string[] } | undefined {
  const piece = pieces[at];
  const first = piece && abstractStart(piece);
  if (first === undefined) return undefined;
  const found = first === '' ? paragraphs(pieces, at + 1, '') : paragraphs([], 0, first);
  return isLongEnough(found.summary) ? found : undefined;
}

/**
 * The abstract and the keywords that a page of an article prints; null if it prints neither. Of several abstracts it takes the one
 * with a heading in the document's language, or else the first.
 */
export function metadataOfPage(
  content: Pick<PageContent, 'items'>,
  language: SourceLanguage,
): PageMetadata | null {
  const pieces = content.items.filter(({ type }) => type !== 'abandon').map(pieceOf);
  const own = OWN_START.get(language) ?? ABSTRACT_START;
  let best: PageMetadata | undefined;
  const tags: string[] = [];
  pieces.forEach((piece, at) => {
    const isOwn = own.test(piece.text);
    if (!best || (isOwn && !best.isOwn)) {
      const found = abstractAt(pieces, at);
      if (found) best = { summary: found.summary, isOwn, tags: found.tags };
    }
    const line = startsKeywords(piece);
    const next = pieces[at + 1];
    if (line !== undefined) tags.push(...keywordsOf(line));
    else if (isKeywordsLabel(piece) && next && !next.isHeading && next.text.length <= MAX_KEYWORDS_TEXT)
      tags.push(...keywordsOf(next.text));
  });
  const all = cleanTags([...(best?.tags ?? []), ...tags]);
  if (!best && all.length === 0) return null;
  return { summary: best?.summary ?? '', isOwn: best?.isOwn ?? false, tags: all };
}
