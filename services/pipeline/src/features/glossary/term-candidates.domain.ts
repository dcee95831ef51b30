import type { SourceLanguage } from '@hamkhan/contracts/languages';

/** A name or phrase that may need the same translation in the whole text. */
export type TermCandidate = { term: string; count: number };

/** Words that are no terms; phrases do not contain them. */
const STOPWORDS: Readonly<Record<SourceLanguage, string>> = {
  en: 'a an the and or but nor if then than that this these those there here he she it they we you i his her its their our your my me him them us who whom which what when where why how not no yes of in on at by for with from to into onto upon over under about after before between through during without within against among as is are was were be been being am do does did done have has had having will would shall should can could may might must also only very much many more most some any each every all both few other another such same own so too just even still yet again once one two three first second new old said says say like see well however therefore thus chapter page figure table section part mr mrs ms dr',
  de: 'der die das den dem des ein eine einen einem einer eines und oder aber denn wenn dann als dass ob wie wo was wer er sie es wir ihr ich du sein seine seiner ihre ihrer mein unser mich mir ihm ihn ihnen uns sich nicht kein keine ja von in im an am auf aus bei mit nach zu zum zur für über unter durch gegen ohne um vor zwischen ist sind war waren sei wird werden wurde wurden hat haben hatte hatten kann können konnte muss müssen soll sollte will wollte auch nur sehr mehr noch schon so da hier dort dieser diese dieses jeder alle viele andere man kapitel seite abbildung tabelle',
  fr: 'le la les l un une des du de d et ou mais ni si que qui quoi dont où quand comment ce cet cette ces il elle ils elles on nous vous je tu se son sa ses leur leurs mon ma mes notre votre me te lui eux ne pas non oui en dans sur sous par pour avec sans vers chez entre contre depuis pendant à au aux est sont était étaient être été a ont avait avaient avoir fait peut peuvent doit aussi seulement très plus moins encore déjà comme tout tous toute toutes autre autres même chapitre page figure tableau',
  es: 'el la los las un una unos unas y o pero ni si que quien cual cuyo donde cuando como este esta estos estas ese esa aquel aquella él ella ellos ellas nosotros yo tú se su sus mi mis nuestro lo le les me te nos no sí de del en a al con por para sin sobre entre hasta desde contra es son era eran ser sido está están ha han había haber hay puede pueden debe también sólo muy más menos ya aún todo todos toda todas otro otra otros mismo capítulo página figura tabla',
  pt: 'o a os as um uma uns umas e ou mas nem se que quem qual cujo onde quando como este esta estes estas esse essa aquele aquela ele ela eles elas nós eu tu seu sua seus suas meu minha nosso lhe me te nos não sim de do da dos das em no na nos nas a ao à com por pelo pela para sem sobre entre até desde contra é são era eram ser sido está estão tem têm tinha ter há pode podem deve também só muito mais menos já ainda todo todos toda todas outro outra outros mesmo capítulo página figura tabela',
  ru: 'и или но а да не ни если то что чтобы как так где когда кто который которая которое которые это этот эта эти тот та те он она оно они мы вы я ты его её их наш ваш мой свой себя мне ему ей им нам вам меня тебя в во на по с со к ко у о об от из за для до при над под без через между перед был была было были быть есть будет может можно надо также только очень более уже ещё же ли бы все всё весь вся каждый другой сам глава страница рисунок таблица',
  ar: 'في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن أنا أنت كان كانت يكون أن إن أو و ثم لا لم لن ما قد كل بعض غير بين عند بعد قبل حتى إذا كما أيضا أكثر هناك هنا',
  he: 'של את על אל עם מן כי אם או גם לא כן זה זו אלה הוא היא הם הן אני אתה אנחנו היה היתה היו יש אין כל רק עוד אך אבל מה מי אשר כאשר לפני אחרי בין תחת יותר מאוד',
  zh: '的 了 是 在 和 与 或 也 不 没有 有 这 那 这个 那个 这些 那些 他 她 它 他们 我们 你们 我 你 自己 什么 怎么 因为 所以 但是 如果 虽然 而且 然后 已经 可以 可能 必须 就 都 还 又 很 更 最 把 被 从 到 对 为 以 于 之 其 一个 一些 一种',
};
const stopwordSets = new Map<SourceLanguage, ReadonlySet<string>>();
const stopwordsOf = (language: SourceLanguage): ReadonlySet<string> => {
  const known = stopwordSets.get(language) ?? new Set(STOPWORDS[language].split(' '));
  stopwordSets.set(language, known);
  return known;
};

/** Small words inside a name: "Ludwig van Beethoven", "University of California". */
const LINKS = new Set(
  'of the de da do dos das del della di du des la le les von van der den ter y e et und bin ibn al'.split(
    ' ',
  ),
);

const MIN_NAME = 2;
/** Single capitalised words and phrases of common words must occur more often, because they may be accidental. */
const MIN_SINGLE_NAME = 3;
const MIN_PHRASE = 3;
const MAX_PHRASE_WORDS = 3;
const MAX_NAME_WORDS = 6;
const MAX_TERM = 80;
/** Limits the memory for counting; the first pages of a book have far fewer phrases. */
const MAX_COUNTED = 200_000;
/** A phrase is compared with this many names and phrases, the most frequent ones, to see whether it is a part of one. */
const MAX_COMPARED = 5_000;

type Word = { text: string; startsSentence: boolean };

/** Splits a text into runs of words without punctuation between them. */
function runsOf(text: string, language: SourceLanguage): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  let startsSentence = true;
  const flush = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (isWordLike && /\p{L}/u.test(segment)) {
      run.push({ text: segment.replace(/[’']s$/u, ''), startsSentence });
      startsSentence = false;
      if (/[’']s$/u.test(segment)) flush();
    } else if (segment.trim() !== '' && !/^[-‐]$/u.test(segment)) {
      flush();
      if (/[.!?:。！？…]/u.test(segment)) startsSentence = true;
    } else if (segment.includes('\n')) {
      flush();
      startsSentence = true;
    }
  }
  flush();
  return runs;
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word) && word.length > 1;

/** Names in a run: consecutive capitalised words, with small words inside. `isCertain`: not just the capital of a sentence start. */
function namesIn(
  run: readonly Word[],
  stopwords: ReadonlySet<string>,
): { name: string; isCertain: boolean }[] {
  const names: { name: string; isCertain: boolean }[] = [];
  for (let from = 0; from < run.length; from += 1) {
    const first = run[from];
    if (!first || !isCapital(first.text) || stopwords.has(first.text.toLowerCase())) continue;
    let to = from + 1;
    for (let at = to; at < run.length && at - from < MAX_NAME_WORDS; at += 1) {
      const word = run[at]?.text ?? '';
      if (isCapital(word) && !stopwords.has(word.toLowerCase())) to = at + 1;
      else if (!LINKS.has(word.toLowerCase())) break;
    }
    const name = run
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ');
    names.push({ name, isCertain: to - from > 1 || !first.startsSentence });
    from = to - 1;
  }
  return names;
}

/** Phrases of two or three words without stopwords. In Chinese also single words, which are often terms. */
function* phrasesIn(
  run: readonly Word[],
  language: SourceLanguage,
  stopwords: ReadonlySet<string>,
): Generator<string> {
  const isHan = language === 'zh';
  const words = run.map(({ text }) => text.toLowerCase());
  for (let from = 0; from < words.length; from += 1)
    for (let size = isHan ? 1 : 2; size <= MAX_PHRASE_WORDS && from + size <= words.length; size += 1) {
      const phrase = words.slice(from, from + size);
      if (phrase.some((word) => stopwords.has(word) || (!isHan && word.length < 3))) continue;
      const text = phrase.join(isHan ? '' : ' ');
      if (!isHan || text.length >= 2) yield text;
    }
}

/**
 * Finds up to `limit` names and terms of a text by rules: names of several words, repeated single names, and repeated phrases that
 * are not part of a longer one. Names come before phrases, the most frequent first.
 */
export function candidatesOf(text: string, language: SourceLanguage, limit: number): TermCandidate[] {
  const { names, phrases } = countTerms(text, language);
  const frequentNames = namesOf(names, language);
  return [...frequentNames, ...phrasesOf(phrases, frequentNames, limit)]
    .filter(({ term }) => term.length <= MAX_TERM)
    .slice(0, limit);
}

type NameCount = { count: number; certain: number };
type TermCounts = { names: ReadonlyMap<string, NameCount>; phrases: ReadonlyMap<string, number> };

function countTerms(text: string, language: SourceLanguage): TermCounts {
  const stopwords = stopwordsOf(language);
  const names = new Map<string, NameCount>();
  const phrases = new Map<string, number>();
  for (const run of runsOf(text, language)) {
    for (const { name, isCertain } of namesIn(run, stopwords)) {
      const known = names.get(name) ?? { count: 0, certain: 0 };
      known.count += 1;
      if (isCertain) known.certain += 1;
      if (names.size < MAX_COUNTED) names.set(name, known);
    }
    for (const phrase of phrasesIn(run, language, stopwords))
      if (phrases.size < MAX_COUNTED || phrases.has(phrase))
        phrases.set(phrase, (phrases.get(phrase) ?? 0) + 1);
  }
  return { names, phrases };
}

/** The names that occur often enough. German capitalises every noun, so single German words are not names. */
function namesOf(names: TermCounts['names'], language: SourceLanguage): TermCandidate[] {
  const found: TermCandidate[] = [];
  for (const [term, { count, certain }] of names) {
    const isSingle = !term.includes(' ');
    if (isSingle && language === 'de') continue;
    if (count >= (isSingle ? MIN_SINGLE_NAME : MIN_NAME) && certain > 0) found.push({ term, count });
  }
  return found.sort((a, b) => b.count - a.count || b.term.length - a.term.length);
}

/** The repeated phrases that are not part of a name or of a longer phrase that is as frequent. */
function phrasesOf(
  phrases: TermCounts['phrases'],
  names: readonly TermCandidate[],
  limit: number,
): TermCandidate[] {
  const lowerNames = names.slice(0, MAX_COMPARED).map(({ term }) => term.toLowerCase());
  const repeated = [...phrases]
    .filter(([, count]) => count >= MIN_PHRASE)
    .sort(([a, m], [b, n]) => n - m || b.length - a.length);
  const frequent = repeated.slice(0, MAX_COMPARED);
  const isPart = (phrase: string, count: number): boolean =>
    frequent.some(
      ([longer, often]) => longer.length > phrase.length && often >= count && longer.includes(phrase),
    ) || lowerNames.some((name) => name.includes(phrase));
  return repeated
    .slice(0, limit * 4)
    .filter(([phrase, count]) => !isPart(phrase, count))
    .map(([term, count]) => ({ term, count }));
}
