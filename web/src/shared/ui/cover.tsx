import './cover.css';

const CLOTHS = 6;

/** The same book wears the same cloth each day. */
const clothOf = (key: string): number => {
  let hash = 0;
  for (const char of key) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return (hash % CLOTHS) + 1;
};

export type CoverProps = {
  bookKey: string;
  title: string;
  /** Language of the title, for its hyphens. */
  language?: string;
  /** Undyed: nothing came of the document. */
  blank?: boolean;
};

/** A small bound book, drawn: cloth by key, the title on it. Decoration beside the written title. */
export const Cover = ({ bookKey, title, language, blank = false }: CoverProps) => (
  <span className="cover" data-cloth={blank ? 'none' : clothOf(bookKey)} aria-hidden="true">
    <span dir="auto" lang={language} data-script={/[\u0590-\u08ff]/.test(title) ? 'arabic' : undefined}>
      {title}
    </span>
  </span>
);
