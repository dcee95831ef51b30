const LETTERS = /\p{Letter}/gu;
const ARABIC_SCRIPT = /\p{Script=Arabic}/u;
/** Letters and spellings of Persian that Arabic does not have. */
const PERSIAN_ONLY = /[پچژگکی]/u;
const COMMON_WORDS = /(?<!\p{L})(?:است|که|این|از|را|با|برای|می|شود|های|آن|خود|بود)(?!\p{L})/gu;
const ENOUGH_LETTERS = 200;

/** Whether a sample is Persian prose, so that there is nothing to translate. Arabic and short samples are not. */
export function isPersian(sample: string): boolean {
  const letters = sample.match(LETTERS) ?? [];
  if (letters.length < ENOUGH_LETTERS) return false;
  const arabicScript = letters.filter((letter) => ARABIC_SCRIPT.test(letter));
  if (arabicScript.length < letters.length * 0.6) return false;
  const persianOnly = arabicScript.filter((letter) => PERSIAN_ONLY.test(letter)).length;
  const words = sample.split(/\s+/u).length;
  const common = (sample.match(COMMON_WORDS) ?? []).length;
  return persianOnly > arabicScript.length * 0.05 && common > words * 0.06;
}
