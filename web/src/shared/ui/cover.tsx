import { useState } from 'react';
import './cover.css';

const CLOTHS = 6;

/** Picks the cover colour by a hash of the key, so that it never changes. */
const clothOf = (key: string): number => {
  let hash = 0;
  for (const char of key) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return (hash % CLOTHS) + 1;
};

export type CoverProps = {
  bookKey: string;
  title: string;
  /** Language of the title, for hyphenation. */
  language?: string;
  /** Grey: the document failed. */
  blank?: boolean;
  /** URL of an image of the first page; without one, or if it fails to load, the cover is drawn. */
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

/** A small book cover: the image of the first page, or a drawn one with the title. Decorative: the title stands beside it. */
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
