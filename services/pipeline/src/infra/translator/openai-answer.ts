import { z } from 'zod';
import type { TranslationItem } from './translator.js';

const Answer = z.object({
  items: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String), text: z.string() })),
});

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
