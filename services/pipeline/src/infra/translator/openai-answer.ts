import { z } from 'zod';
import type { TermAnswer, TranslationItem } from './translator.js';

const Answer = z.object({
  items: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String), text: z.string() })),
  gist: z.string().optional().catch(undefined),
});
const Terms = z.object({
  title: z.string().catch(''),
  subtitle: z.string().catch(''),
  summary: z.string().catch(''),
  description: z.string().catch(''),
  tags: z.array(z.string()).catch([]),
  terms: z.array(
    z.object({ term: z.string(), translation: z.string(), note: z.string().optional().catch(undefined) }),
  ),
});
const MAX_GIST = 300;
const MAX_TITLE = 500;
const MAX_SUMMARY = 1_000;
const MAX_DESCRIPTION = 8_000;
const MAX_TAGS = 50;

/** The first JSON object in a text; models without a schema like to wrap it in words or a code fence. */
function jsonIn(content: string): unknown {
  const start = content.indexOf('{');
  const end = content.lastIndexOf('}');
  if (start < 0 || end <= start) return undefined;
  try {
    return JSON.parse(content.slice(start, end + 1)) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The items of an answer when they are exactly the ones asked for, each id once; else nothing. An answer that lost or renamed one
 * id may have run two passages together, so none of it is trusted.
 */
export function readAnswer(
  content: string,
  asked: readonly TranslationItem[],
): TranslationItem[] | undefined {
  const parsed = Answer.safeParse(jsonIn(content));
  if (!parsed.success) return undefined;
  const texts = new Map(parsed.data.items.map(({ id, text }) => [id, text]));
  if (parsed.data.items.length !== asked.length || texts.size !== asked.length) return undefined;
  const items = asked.flatMap(({ id }) => {
    const text = texts.get(id);
    return text === undefined ? [] : [{ id, text }];
  });
  return items.length === asked.length ? items : undefined;
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** What an answer to a draft says the passage is about; empty where it says nothing. */
export function readGist(content: string): string {
  const parsed = Answer.pick({ gist: true }).safeParse(jsonIn(content));
  return oneLine(parsed.data?.gist ?? '').slice(0, MAX_GIST);
}

/** The terms of an answer and what it says of the document; undefined where it is no such answer. */
export function readTerms(content: string): Omit<TermAnswer, 'usage'> | undefined {
  const parsed = Terms.safeParse(jsonIn(content));
  if (!parsed.success) return undefined;
  const terms = parsed.data.terms.map(({ term, translation, note }) => ({
    term: oneLine(term),
    translation: oneLine(translation),
    ...(note?.trim() ? { note: oneLine(note) } : {}),
  }));
  const { title, subtitle, summary, description, tags } = parsed.data;
  return {
    terms,
    title: oneLine(title).slice(0, MAX_TITLE),
    subtitle: oneLine(subtitle).slice(0, MAX_TITLE),
    summary: oneLine(summary).slice(0, MAX_SUMMARY),
    description: description.slice(0, MAX_DESCRIPTION),
    tags: tags.slice(0, MAX_TAGS).map((tag) => oneLine(tag).slice(0, MAX_TITLE)),
  };
}
