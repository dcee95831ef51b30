import { parseJsonObject } from '@hamkhan/llm/chat/response-format';
import { z } from 'zod';
import type { TermResult, TranslationItem } from './translator.js';

const Items = z.object({
  items: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String), text: z.string() })),
});
const Summary = z.object({ summary: z.string().optional().catch(undefined) });
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
const MAX_PAGE_SUMMARY = 300;
const MAX_TITLE = 500;
const MAX_SUMMARY = 1_000;
const MAX_DESCRIPTION = 8_000;
const MAX_TAGS = 50;

/**
 * The translated items of a response, in the requested order. Undefined unless the ids are exactly the requested ones: a response
 * that lost or renamed an id may have merged two passages, so none of it is trusted.
 */
export function readItems(
  content: string,
  requested: readonly TranslationItem[],
): TranslationItem[] | undefined {
  const parsed = Items.safeParse(parseJsonObject(content));
  if (!parsed.success) return undefined;
  const texts = new Map(parsed.data.items.map(({ id, text }) => [id, text]));
  if (parsed.data.items.length !== requested.length || texts.size !== requested.length) return undefined;
  const items = requested.flatMap(({ id }) => {
    const text = texts.get(id);
    return text === undefined ? [] : [{ id, text }];
  });
  return items.length === requested.length ? items : undefined;
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The summary of the passage in a draft response; empty if there is none. */
export function readSummary(content: string): string {
  const parsed = Summary.safeParse(parseJsonObject(content));
  return oneLine(parsed.data?.summary ?? '').slice(0, MAX_PAGE_SUMMARY);
}

/** The terms and the document metadata of a response; undefined if it has another shape. */
export function readTerms(content: string): Omit<TermResult, 'usage'> | undefined {
  const parsed = Terms.safeParse(parseJsonObject(content));
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
