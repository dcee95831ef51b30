import { stripMarkers } from './markers.domain.js';

/** A sentence without surrounding space: `text` is `source.slice(start, end)`. */
export type Sentence = { text: string; start: number; end: number };

/**
 * Abbreviations (lower case) whose full stop does not end a sentence: `before` any word (titles), or only `beforeNumber`.
 * Abbreviations that often end a sentence ("etc.") are not listed; the capital after them decides.
 */
const ABBREVIATIONS: Readonly<Record<string, { before: string; beforeNumber: string }>> = {
  en: {
    before:
      'mr mrs ms dr prof rev hon st sr jr capt gen lt sgt gov sen rep pres vs e.g eg i.e ie cf viz approx ca mt eds trans',
    beforeNumber:
      'al fig figs eq eqs tab no nos vol vols p pp ch chap sec sect ed art app c jan feb mar apr jun jul aug sep sept oct nov dec col',
  },
  de: {
    before: 'dr prof hr fr bzw ca d.h z.b u.a z d u vgl hg hrsg evtl ggf inkl mind max sog bspw st',
    beforeNumber:
      'nr bd bde abb tab s f ff aufl jh kap abs art jan feb mär apr jun jul aug sep sept okt nov dez',
  },
  fr: {
    before: 'm mm mme mlle dr pr me st ste cf ex env av c.-à-d',
    beforeNumber: 'p pp fig tab vol no n éd chap art apr janv févr avr juil sept oct nov déc',
  },
  es: {
    before: 'sr sra srta dr dra prof d dña ud uds cf ej av avda ee',
    beforeNumber:
      'p pp pág págs fig tab vol núm no cap art ed ene feb mar abr jun jul ago sep sept oct nov dic',
  },
  pt: {
    before: 'sr sra srta dr dra prof profa d cf ex av',
    beforeNumber:
      'p pp pág págs fig tab vol núm nº cap art ed jan fev mar abr mai jun jul ago set out nov dez',
  },
  ru: {
    before: 'т.е т.к т.н д-р проф акад доц им ул см ср напр изд ред',
    beforeNumber: 'н рис табл стр с гл разд ст п т ч кн вып',
  },
  ar: { before: '', beforeNumber: 'ص ج ط' },
  he: { before: 'פרופ', beforeNumber: 'עמ' },
};

type Abbreviations = { before: ReadonlySet<string>; beforeNumber: ReadonlySet<string> };
const abbreviationSets = new Map<string, Abbreviations>(
  Object.entries(ABBREVIATIONS).map(([language, { before, beforeNumber }]) => [
    language,
    { before: new Set(before.split(' ')), beforeNumber: new Set(beforeNumber.split(' ')) },
  ]),
);

const segmenters = new Map<string, Intl.Segmenter>();
function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, segmenter);
  return segmenter;
}

/** "1.", "(iv)" or "B." on its own numbers the text that follows. */
const ENUMERATOR = /^[([]?(?:\d{1,4}(?:\.\d{1,3})*|[ivxlcdm]{1,6}|\p{L})[.)\]]$/iu;
const INITIAL = /(?:^|[\s.(])\p{Lu}\.$/u;

/** The rules look at this many characters only, so that a page without full stops takes linear time. */
const TAIL = 80;
const OPENS_WITH_NUMBER = /^[([]?(?:\d|[IVXLC]+\b)/u;

/** Whether a sentence continues after a possible end. `current`: its last characters. */
function continues(current: string, isWhole: boolean, following: string, language: string): boolean {
  const words = stripMarkers(current).trimEnd();
  const rest = stripMarkers(following.slice(0, TAIL)).trimStart();
  if (/^[)\]»”’,;:،؛]/u.test(rest)) return true;
  if (isWhole && ENUMERATOR.test(words.trim())) return true;
  if (/[。！？]$/u.test(words)) return false;
  if (/^\p{Ll}/u.test(rest)) return true;
  if (!words.endsWith('.')) return false;
  if (INITIAL.test(words)) return true;
  const last = /([\p{L}\p{M}.'’-]+)\.$/u
    .exec(words)?.[1]
    ?.toLowerCase()
    .replace(/^['’.-]+/u, '');
  const known = abbreviationSets.get(language);
  if (last === undefined || !known) return false;
  return known.before.has(last) || (known.beforeNumber.has(last) && OPENS_WITH_NUMBER.test(rest));
}

/**
 * Splits a text (plain, or with markers) into sentences by Unicode's rules (UAX #29), but not after abbreviations, initials
 * and enumerators. A single line end is a space; an empty line ends a sentence. Only space is dropped.
 */
export function splitSentences(source: string, language: string): Sentence[] {
  const flat = source.replace(/(?<!\n)\r?\n(?!\r?\n)/gu, (lineEnd) => ' '.repeat(lineEnd.length));
  const sentences: Sentence[] = [];
  let start = 0;
  let end = 0;
  const flush = () => {
    const raw = flat.slice(start, end);
    const lead = raw.length - raw.trimStart().length;
    const text = raw.trim();
    if (text !== '') {
      const from = start + lead;
      sentences.push({ text: source.slice(from, from + text.length), start: from, end: from + text.length });
    }
    start = end;
  };
  for (const { segment, index } of segmenterOf(language).segment(flat)) {
    if (end > start) {
      const current = flat.slice(Math.max(start, end - TAIL), end);
      const isWhole = end - start <= TAIL;
      if (/\n\s*$/u.test(current) || !continues(current, isWhole, segment, language)) flush();
    }
    end = index + segment.length;
  }
  flush();
  return sentences;
}
