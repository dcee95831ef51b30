import { protect, restore } from './inline-marks.domain.js';
import { stripMarkers } from './markers.domain.js';

/** How numbers are written: with Persian digits, or as the engine wrote them. */
export type DigitStyle = 'fa' | 'source';

const ZWNJ = '\u200c';
/** Persian letters, without digits, tatweel and punctuation; for use inside a character class. */
const L = '\\u0620-\\u063F\\u0641-\\u064A\\u0671-\\u06D3\\u06D5\\u06EE\\u06EF\\u06FA-\\u06FF';
const DIACRITICS = '\\u064B-\\u065F\\u0670';
const D = '0-9\\u06F0-\\u06F9\\u0660-\\u0669';
/** Private-use characters that replace the runs which no rule may change. */
const ATOM_START = 0xf0000;
const ATOM_END = 0xffffd;
const ATOMS = `\\u{${ATOM_START.toString(16)}}-\\u{${ATOM_END.toString(16)}}`;
const PERSIAN_LETTER = new RegExp(`[${L}]`, 'u');
const FOREIGN_LETTER = new RegExp(`[^\\P{L}${L}\\u0640${ATOMS}]`, 'u');

const FOREIGN = `[^\\P{L}${L}\\u0640${ATOMS}]`;
const FOREIGN_WORD = `(?:[0-9]{1,6}-?)?${FOREIGN}(?:${FOREIGN}|\\p{M}|[0-9]|[-_.'’&/+#@][A-Za-z0-9]|[+#]){0,100}`;
/** Runs that no rule may change: markers, entities, stray private-use characters, and Latin (or other foreign) words with the characters between them. */
const UNTOUCHED = new RegExp(
  `⟦/?\\d+⟧|&#?[A-Za-z0-9]{1,10};|[${ATOMS}\\u{100000}-\\u{10FFFD}]|${FOREIGN_WORD}(?:[^\\p{L}\\n"“”„«»⟦⟧\\u06F0-\\u06F9${ATOMS}]{1,12}${FOREIGN_WORD}){0,200}`,
  'gu',
);

function mask(text: string): { masked: string; unmask: (changed: string) => string } {
  const kept: string[] = [];
  const masked = text.replace(UNTOUCHED, (run) => {
    if (kept.length >= 0xfff0) return run;
    kept.push(run);
    return String.fromCodePoint(ATOM_START + kept.length - 1);
  });
  return {
    masked,
    unmask: (changed) =>
      changed.replace(new RegExp(`[${ATOMS}]`, 'gu'), (atom) => {
        const run = kept[(atom.codePointAt(0) ?? 0) - ATOM_START];
        return run ?? atom;
      }),
  };
}

type Rule = readonly [pattern: RegExp, replacement: string | ((...groups: string[]) => string)];
const rule = (pattern: string, replacement: Rule[1]): Rule => [new RegExp(pattern, 'gu'), replacement];
const apply = (text: string, rules: readonly Rule[]): string =>
  rules.reduce(
    (changed, [pattern, replacement]) =>
      typeof replacement === 'string'
        ? changed.replace(pattern, replacement)
        : changed.replace(pattern, (...groups) => replacement(...(groups as string[]))),
    text,
  );

const START = `(?<![${L}${DIACRITICS}${ZWNJ}])`;
const END = `(?![${L}${DIACRITICS}${ZWNJ}])`;
/** Letters that do not join the next one. After them ZWNJ is invisible and only breaks search. */
const NON_JOINING = 'اآأإدذرزژوؤة';
/** Appends a suffix to a word, with ZWNJ if the last letter would join it. */
const joined = (word: string, suffix: string): string =>
  NON_JOINING.includes(word.at(-1) ?? '') ? word + suffix : word + ZWNJ + suffix;

const LETTERS: readonly Rule[] = [
  rule('[\\u064A\\u0649]', 'ی'),
  rule('\\u0643', 'ک'),
  rule(`(?<=[${L}])\\u0640+(?=[${L}])`, ''),
  rule('[\\u200B\\uFEFF\\u00AD]', ''),
  rule(`${ZWNJ}{2,}`, ZWNJ),
  rule(`(?<![${L}${DIACRITICS}${ATOMS}])${ZWNJ}|${ZWNJ}(?![${L}])|(?<=[${NON_JOINING}])${ZWNJ}`, ''),
  rule('[ \\t]{2,}', ' '),
  rule('\\.{3,}', '…'),
  rule('(?<!-)---(?!-)', '—'),
  rule('(?<!-)--(?!-)', '–'),
  rule(`(?<=[${L}${D}»)،${ATOMS}]) - (?=[${L}«(${ATOMS}])`, ' – '),
];

const PLURAL = 'ها(?:ی(?:ی|م|ت|ش|مان|تان|شان)?)?';
const NO_PLURAL = new Set([
  'از',
  'به',
  'در',
  'با',
  'که',
  'را',
  'تا',
  'یا',
  'هم',
  'می',
  'نمی',
  'است',
  'بر',
  'ای',
]);
/** Adjectives with a common comparative. After any other word `تر` may be the adjective "wet". */
const ADJECTIVES =
  'بزرگ|کوچک|مهم|قدیمی|جدید|سریع|آهسته|بالا|پایین|عمیق|ساده|پیچیده|دقیق|قوی|ضعیف|نزدیک|دور|طولانی|کوتاه|بلند|گران|ارزان|روشن|تاریک|سنگین|سبک|گرم|سرد|سخت|آسان|خوب|وسیع|گسترده|زیبا|جوان|پیر|کهن|جدی|مناسب|کامل|واضح|کلی|عمومی|خاص|غنی|فقیر|نرم|پهن|باریک|ضخیم|نازک|محکم|سالم|مفید|مؤثر|موثر|راحت|شدید|آرام|تند|کند|پیشرفته|قابل‌قبول|معروف|مشهور|رایج|متداول|محبوب|اصلی|جالب|عجیب|دشوار|کامل|ژرف';
const COPULA = 'ای|ام|ات|اش|ایم|اید|اند|ی';
const NO_COPULA = new Set(
  'که به چه نه سه ده همه اگرچه گرچه چنانچه هرچه آنچه بلکه اینکه آنکه چونکه زیراکه وقتیکه البته'.split(' '),
);
const NOT_VERBS = new Set(['است', 'نیست', 'هست', 'هم', 'خود', 'بد', 'چند', 'خوبی', 'نابی', 'قدیمی', 'تلخی']);
const VERB = new RegExp(`^(?:[${L}]+(?:[میدت]|[تد]ه)|[${L}]+[مید](?:ش|شان|تان|مان)|توان)$`, 'u');
const PRESENT =
  'کن|شو|ده|رو|توان|خواه|گوی|باش|آی|گیر|بین|ساز|رس|گذار|گذر|نویس|خوان|یاب|مان|پرداز|شناس|خور|زن|آور|بر|کش|پذیر|گرد|نام|اندیش|فهم|پرس|فرست|آموز|کوش|نشین|ترس|پوش';
const PAST =
  'کرد|شد|داد|رفت|توانست|خواست|دانست|گفت|آمد|گرفت|دید|ساخت|رسید|گذاشت|گذشت|نوشت|خواند|یافت|افتاد|داشت|پرداخت|شناخت|خورد|زد|آورد|کشید|پذیرفت|فرستاد|آموخت|فهمید|پرسید|نشست|ترسید';

/** Half-spaces where there is only one reading. */
const HALF_SPACES: readonly Rule[] = [
  rule(`${START}(ن?می) ([${L}]{2,30})${END}`, (all, prefix = '', verb = '') =>
    VERB.test(verb) && !NOT_VERBS.has(verb) ? prefix + ZWNJ + verb : all,
  ),
  rule(
    `${START}(ن?می)((?:${PRESENT})(?:م|ی|د|یم|ید|ند)|دان(?:م|د|یم|ید|ند)|(?:${PAST})(?:م|ی|یم|ید|ند)?)${END}`,
    `$1${ZWNJ}$2`,
  ),
  rule(`(${START}[${L}${ZWNJ}]{2,40}|[${ATOMS}]) (${PLURAL})${END}`, (all, word = '', suffix = '') =>
    NO_PLURAL.has(word) ? all : joined(word, suffix),
  ),
  rule(`(?<=[${L}]ه)(${PLURAL})${END}`, `${ZWNJ}$1`),
  rule(`${START}(بیش|کم) (تر(?:ین)?)${END}`, '$1$2'),
  rule(`${START}(به) (ترین)${END}`, '$1$2'),
  rule(`(?<=[${L}])([${L}]) (ترین)${END}`, (_, word = '', suffix = '') => joined(word, suffix)),
  rule(`${START}(${ADJECTIVES}) (تر)${END}`, (_, word = '', suffix = '') => joined(word, suffix)),
  rule(`(?<=[${L}]{2})([${L}]) (تر)(?= از )`, (_, word = '', suffix = '') => joined(word, suffix)),
  rule(`${START}([${L}${ZWNJ}]{2,40}ه) (${COPULA})${END}`, (all, word = '', suffix = '') =>
    NO_COPULA.has(word) ? all : word + ZWNJ + suffix,
  ),
  rule(`${START}(سی) (ام|امین)${END}`, `$1${ZWNJ}$2`),
];

const AFTER = `[${L}${DIACRITICS}${D}${ATOMS}»)\\]”٪%؟!…]`;
const PUNCTUATION: readonly Rule[] = [
  rule('\\?', '؟'),
  rule(`(?<=${AFTER}) ?,(?=[\\s${L}«»“”)\\]${ATOMS}]|$)`, '،'),
  rule(`(?<=${AFTER}) ?;(?=[\\s${L}«»“”)\\]${ATOMS}]|$)`, '؛'),
];

const SUFFIX = `(?:${PLURAL}|ی|ای|ام|ات|اش|اند|ایم|اید|مان|تان|شان)${END}`;
const SPACING: readonly Rule[] = [
  rule('[ \\t]+(?=[،؛؟!»)\\]])', ''),
  rule(`(?<=[${L}${D}${ATOMS}»)\\]])[ \\t]+(?=[.:](?:[\\s»)\\]]|$))`, ''),
  rule('(?<=[«(\\[])[ \\t]+', ''),
  rule(`(?<![${D}])([،؛])(?=[${L}${D}${ATOMS}«“(])|([،؛])(?=[${L}${ATOMS}«“(])`, '$1$2 '),
  rule(`([؟!])(?=[${L}${ATOMS}«“])`, '$1 '),
  rule(`(?<=[${L}]):(?=[${L}«“])`, ': '),
  rule(`(?<=[${L}]{2})\\.(?=[${L}]{2})`, '. '),
  rule(`(?<=[${L}])(?=[«“])`, ' '),
  rule(`(?<=[${L}])(?=\\((?!${SUFFIX}\\)))`, ' '),
  rule(`(?<=[»”)])(?=[${L}])(?!${SUFFIX})`, ' '),
];

type Quote = { at: number; mark: string; opens: boolean };

/**
 * Replaces double quotes by «…», and by “…” inside them. A quote without a partner (a quotation of several paragraphs, an inch
 * sign) stays unchanged.
 */
function guillemets(text: string): string {
  const chars = [...text];
  const stack: Quote[] = [];
  const changes = new Map<number, string>();
  chars.forEach((char, at) => {
    if (!'"“”„‟«»'.includes(char)) return;
    const before = chars[at - 1] ?? ' ';
    const following = chars[at + 1] ?? ' ';
    const opens =
      char === '"' ? /[\s([«“–—،؛:]/u.test(before) && !/\s/u.test(following) : '“„‟«'.includes(char);
    if (opens) {
      stack.push({ at, mark: char, opens });
      return;
    }
    const opener = stack.at(-1);
    if (!opener || (opener.mark === '«') !== (char === '»')) return;
    stack.pop();
    if (char === '»') return;
    const isInner = stack.length > 0;
    changes.set(opener.at, isInner ? '“' : '«');
    changes.set(at, isInner ? '”' : '»');
  });
  return changes.size === 0 ? text : chars.map((char, at) => changes.get(at) ?? char).join('');
}

/**
 * Applies Persian typography to a text with markers (see `inline-marks.domain`): ی and ک, half-spaces of prefixes and suffixes,
 * «», ، ؛ ؟, spaces around punctuation, … and dashes. Ambiguous places, markers, Latin runs, `هٔ` and `ه‌ی` stay unchanged, and so
 * does a text without Persian letters. Idempotent. Digits: see `writeDigits`.
 * Source: the Persian Academy's دستور خط فارسی.
 */
export function polishMarked(text: string): string {
  const { masked, unmask } = mask(text);
  if (!PERSIAN_LETTER.test(masked)) return text;
  return unmask(apply(apply(apply(guillemets(apply(masked, LETTERS)), PUNCTUATION), SPACING), HALF_SPACES));
}

/** `polishMarked` for markdown: math, code, links and addresses stay unchanged. */
export function polish(text: string): string {
  const marked = protect(text);
  return restore(polishMarked(marked.text), marked);
}

const NUMBERED =
  'فصل|بخش|شکل|جدول|نمودار|تصویر|معادلهٔ?|رابطهٔ?|فرمول|نسخهٔ?|ویرایش|قضیهٔ?|مثال|تمرین|لم|تعریف|بند|مادهٔ?|پیوست|گام|شمارهٔ?|ص|صص|زیربخش|مسئلهٔ?|الگوریتم';
const UNITS =
  'میلیون|میلیارد|هزار|تریلیون|درصد|متر|سانتی|میلی|کیلو|گرم|تن|لیتر|درجه|ساعت|دقیقه|ثانیه|سال|برابر|دلار|یورو|واحد|اینچ|بار';
const AFTER_NUMBERED = new RegExp(`(?:${NUMBERED})(?:‌?(?:ها|های|ی))? ?$`, 'u');
const BEFORE_UNIT = new RegExp(`^ ?(?:${UNITS})`, 'u');
/** How many characters around a number decide whether it is a section number. */
const CONTEXT = 40;
const NUMBERS: readonly Rule[] = [
  rule(`(?<![${D}.,])([${D}]{1,3}(?:,[${D}]{3})+)(?![${D},])`, (number = '') => number.replace(/,/g, '٬')),
  rule(
    `(?<![${D}.٫/-])([${D}]+(?:٬[${D}]{3})*)\\.([${D}]+)(?![${D}]|\\.[${D}]|[/-])`,
    (all, whole = '', fraction = '', at: unknown = 0, text = '') => {
      const position = Number(at);
      const before =
        (position <= CONTEXT ? '\n' : '') + text.slice(Math.max(0, position - CONTEXT), position);
      const after = text.slice(position + all.length, position + all.length + CONTEXT);
      const isNumbering =
        AFTER_NUMBERED.test(before) ||
        (/\n[\s(]*$/u.test(before) && /^[.)]?\s+[^\s\d]/u.test(after) && !BEFORE_UNIT.test(after)) ||
        (/\($/u.test(before) && /^\)/u.test(after));
      return isNumbering ? all : `${whole}٫${fraction}`;
    },
  ),
  rule(`(?<=[${D}]) ?%`, '٪'),
  rule('[0-9]', (digit = '') => String.fromCodePoint(0x06f0 + Number(digit))),
  rule('[\\u0660-\\u0669]', (digit = '') => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0x90)),
];

/**
 * Writes the numbers of a marked text in the wanted digits; with `fa` also ٬ ٫ and ٪, except in section numbers ("شکل ۳.۲").
 * Numbers inside Latin runs ("GPT-4") and in texts that are not Persian stay unchanged.
 */
export function writeDigits(text: string, style: DigitStyle): string {
  if (style === 'source') return text;
  const { masked, unmask } = mask(text);
  if (!PERSIAN_LETTER.test(masked) && FOREIGN_LETTER.test(stripMarkers(text))) return text;
  return unmask(apply(masked, NUMBERS));
}
