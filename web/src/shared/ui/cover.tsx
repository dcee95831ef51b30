import { useState } from 'react';
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
  /** Address of a picture of the first page; drawn in its place while there is none, or it fails. */
  picture?: string | null;
};

const pathOf = (address: string | null): string | undefined => address?.split('?')[0];

/** The first address of each path: signatures change every few minutes, the picture of a path never does. */
const useSteadyAddress = (address: string | null): string | null => {
  const [steady, setSteady] = useState(address);
  if (pathOf(steady) === pathOf(address)) return steady;
  setSteady(address);
  return address;
};

/** A small bound book: its first page, or else drawn, cloth by key and the title on it. Decoration beside the written title. */
export const Cover = ({ bookKey, title, language, blank = false, picture }: CoverProps) => {
  const address = useSteadyAddress(picture ?? null);
  const [failed, setFailed] = useState<string | null>(null);
  if (address !== null && address !== failed)
    return (
      <span className="cover cover-picture" aria-hidden="true">
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(address)} />
      </span>
    );
  return (
    <span className="cover" data-cloth={blank ? 'none' : clothOf(bookKey)} aria-hidden="true">
      <span dir="auto" lang={language} data-script={/[\u0590-\u08ff]/.test(title) ? 'arabic' : undefined}>
        {title}
      </span>
    </span>
  );
};
