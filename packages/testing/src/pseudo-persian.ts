import { createHash } from 'node:crypto';

const SYLLABLES =
  'با دا سا نا را پا لا کار بار سار دی ری نی سی بین رود نور سود کوه شهر باغ برگ سنگ رنگ چرخ دشت ماه آب باد خاک دل جان روز شب یار گل سرو'.split(
    ' ',
  );

/** A made-up Persian word of about the same length; the same word and salt always give the same result. */
function pseudoWord(word: string, salt: string): string {
  const hash = createHash('sha1').update(`${salt}:${word.toLowerCase()}`).digest();
  const count = Math.max(1, Math.round(word.length / 3.2));
  return Array.from(
    { length: count },
    (_, index) => SYLLABLES[(hash[index % hash.length] ?? 0) % SYLLABLES.length],
  ).join('');
}

/** Text that looks Persian and means nothing. It keeps markers, numbers and order, so that a test can match a translation to its source. */
export const pseudoPersian = (text: string, salt = ''): string =>
  text
    .replace(/⟦\/?\d+⟧|\p{Script=Han}{1,2}|\p{L}[\p{L}\p{M}'’]*/gu, (part) => {
      if (part.startsWith('⟦')) return part;
      const word = pseudoWord(part, salt);
      return /\p{Script=Han}/u.test(part) ? `${word} ` : word;
    })
    .replaceAll(',', '،')
    .replaceAll('?', '؟')
    .replaceAll(';', '؛');
