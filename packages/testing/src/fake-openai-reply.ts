import { pseudoPersian } from './pseudo-persian.js';

/** Faults of one reply. Those from `malformed_json` on have status 200, as real servers send them. */
export type OpenAiFault =
  | 'server_error'
  | 'rate_limit'
  | 'quota'
  | 'disconnect'
  | 'hang'
  | 'malformed_json'
  | 'fenced_json'
  | 'drop_id'
  | 'rename_id'
  | 'truncate'
  | 'refuse'
  | 'empty'
  | 'untranslated'
  | 'wrong_script'
  | 'cut_short'
  | 'lose_marker'
  | 'lose_number'
  | 'repeat';

export type RequestItem = { id: string; text: string; draft?: string };

/** Metadata of a document in the reply to a request for terms. */
export type DocumentReply = {
  title: string;
  /** Replaces fields of the reply: anything a hostile or careless model might return. */
  about: Record<string, unknown>;
};

/** The content of the reply to a user message; null for a refusal. */
export function replyTo(
  user: string,
  items: readonly RequestItem[],
  fault: OpenAiFault | undefined,
  document: DocumentReply,
): string | null {
  if (fault === 'refuse') return null;
  const asksForTerms = user.startsWith('{') && user.includes('"candidates":');
  if (asksForTerms) return termsReply(user, document);
  return items.length > 0 ? translationReply(items, fault) : pseudoPersian(user);
}

/** The items of the first object in a message that holds a list of texts with ids, however the client wraps it. */
export function itemsIn(user: string): RequestItem[] {
  const start = user.indexOf('{');
  if (start < 0) return [];
  try {
    const { items } = JSON.parse(user.slice(start, user.lastIndexOf('}') + 1)) as { items?: unknown };
    if (!Array.isArray(items)) return [];
    return items.filter(
      (item): item is RequestItem =>
        typeof item === 'object' &&
        item !== null &&
        typeof (item as RequestItem).id === 'string' &&
        typeof (item as RequestItem).text === 'string',
    );
  } catch {
    return [];
  }
}

type TermsRequest = {
  subtitle: string;
  description: string;
  keywords: string[];
  candidates: string[];
  sample: string;
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function termsRequestIn(user: string): TermsRequest {
  try {
    const { document, candidates, sample } = JSON.parse(user) as Record<string, unknown>;
    const { subtitle, description, keywords } = (document ?? {}) as Record<string, unknown>;
    return {
      subtitle: textIn(subtitle),
      description: textIn(description),
      keywords: textsIn(keywords),
      candidates: textsIn(candidates),
      sample: textIn(sample),
    };
  } catch {
    return { subtitle: '', description: '', keywords: [], candidates: [], sample: '' };
  }
}

/**
 * Each candidate with the word that translations of it contain anyway, as a good glossary would have it; the description and the
 * keywords of the document, or instead of them its first words and candidates.
 */
function termsReply(user: string, { title, about }: DocumentReply): string {
  const { candidates, subtitle, description, keywords, sample } = termsRequestIn(user);
  const topics = keywords.length > 0 ? keywords : candidates.slice(0, 3);
  return JSON.stringify({
    title,
    subtitle: pseudoPersian(subtitle),
    summary: candidates.length > 0 ? `A text about ${candidates[0]}.` : '',
    description: pseudoPersian(description || sample.slice(0, 200)),
    tags: topics.map((topic) => pseudoPersian(topic)),
    ...about,
    terms: candidates.map((term) => ({ term, translation: pseudoPersian(term), note: '' })),
  });
}

function spoil(item: RequestItem, translation: string, fault: OpenAiFault | undefined): string {
  switch (fault) {
    case 'untranslated':
      return item.text;
    case 'wrong_script':
      return item.text.replace(/\p{L}+/gu, (word) => [...word].reverse().join(''));
    case 'cut_short':
      return translation.slice(0, Math.ceil(translation.length / 10));
    case 'lose_marker':
      return translation.replace(/⟦\/?\d+⟧/u, '');
    case 'lose_number':
      return translation.replace(/\d/gu, '');
    case 'repeat':
      return `${translation} ${'باغ '.repeat(12)}`;
    case 'empty':
      return '';
    default:
      return translation;
  }
}

function translationReply(items: readonly RequestItem[], fault: OpenAiFault | undefined): string {
  const salt = items.some(({ draft }) => draft !== undefined) ? 'refined' : '';
  const translated = items.map((item) => ({
    id: item.id,
    text: spoil(item, pseudoPersian(item.text, salt), fault),
  }));
  if (fault === 'drop_id') translated.pop();
  if (fault === 'rename_id')
    translated.splice(0, 1, ...translated.slice(0, 1).map(({ text }) => ({ id: 'x', text })));
  const json = JSON.stringify({ items: translated });
  if (fault === 'malformed_json') return `${json.slice(0, -2)},}`;
  if (fault === 'truncate') return json.slice(0, Math.floor(json.length * 0.6));
  return fault === 'fenced_json' ? `Here you are:\n\`\`\`json\n${json}\n\`\`\`` : json;
}
