import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

/** Control and direction characters, except the joiners, which are part of words. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;
const SENTENCE_END = /[.!?…]["'”’»)]*(?=\s|$)|[。！？؟۔]["'”’»)]*/gu;

/** Values in place of a summary that are none. */
const NO_SUMMARY =
  /^(?:no (?:description|summary|abstract)(?: available)?|none|n\/a|unknown|untitled|description|summary|null|undefined)\.?$/i;

const MIN_LETTERS = 12;
const MIN_HAN = 8;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a text has content: enough letters, and not only an address. */
const saysSomething = (text: string): boolean =>
  !NO_SUMMARY.test(text) &&
  !/^\S+:\/\/\S+$/.test(text) &&
  (count(text, /\p{L}/gu) >= MIN_LETTERS || count(text, /\p{Script=Han}/gu) >= MIN_HAN);

/** The text up to the limit, cut after a sentence if possible, else between two words. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1);
  const ends = [...head.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const end = ends.findLast((at) => at > limit / 2);
  if (end !== undefined) return head.slice(0, end);
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > limit / 2 ? space : limit - 2).trimEnd()}…`;
}

/** A summary for display: one line per paragraph, without invisible characters, of limited length; empty if it has no content. */
export function tidySummary(raw: string, limit: number = METADATA_LIMITS.summary): string {
  const lines = unicodeForm('NFC', raw.slice(0, 8 * limit))
    .split(/\n+/u)
    .map((line) =>
      line
        .replace(INVISIBLE, (char) => (/\s/u.test(char) ? ' ' : ''))
        .replace(/\s+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
  const text = lines.join('\n');
  return saysSomething(text) ? cut(text, limit) : '';
}

const MIN_WORDS = 10;
const MIN_PROSE_HAN = 24;

/** Whether a declared subject is prose: sentences, not a topic, an issue of a journal or an address. */
export function isProse(text: string): boolean {
  if (/\bdoi\b|\bissn\b|\bisbn\b|:\/\/|\bvol\.|\bpp\.|©/i.test(text)) return false;
  return count(text, /\p{L}{2,}/gu) >= MIN_WORDS || count(text, /\p{Script=Han}/gu) >= MIN_PROSE_HAN;
}
