const NUMBER = String.raw`\s*(?:[A-Z]|[IVX]{1,5})?[-.–]?\p{Nd}*(?:[-.–:]\p{Nd}+)*`;
const label = (words: string): RegExp =>
  new RegExp(`^(?:${words})${NUMBER}(?=[\\s.:,|—–\\-)\\]．。：、]|$|\\p{Script=Han})`, 'iu');

const FIGURE = label(
  String.raw`fig(?:ure|\.)?|abb(?:ildung|\.)?|grafik|图|圖|рис(?:унок|\.)?|figura|gráfico|grafico|ilustraci[óo]n|ilustraç[ãa]o|الشكل|شكل|صورة|איור|תרשים|תמונה|plate|chart|diagramm?a?|schéma|foto`,
);
const TABLE = label(
  String.raw`tab(?:le|elle|leau|la|ela|\.)?|表|табл(?:ица|\.)?|cuadro|quadro|جدول|الجدول|טבלה|טבלת`,
);
const HAS_NUMBER = /^\D{1,20}[\p{Nd}IVX]/u;

/**
 * Whether a block is the caption of a figure or a table: it begins with that word in one of the nine languages and a number.
 * A sentence that only speaks of a figure goes on with a verb, without a stop after the number.
 */
export const captionKindOf = (text: string): 'figure' | 'table' | null => {
  if (text.length > 1500 || !HAS_NUMBER.test(text)) return null;
  const match = FIGURE.exec(text) ?? TABLE.exec(text);
  if (!match || !/[\p{Nd}IVX]/u.test(match[0])) return null;
  const rest = text.slice(match[0].length);
  const isSentence = /^\s+\p{Ll}/u.test(rest) && text.length > 60;
  if (isSentence) return null;
  return FIGURE.test(text) ? 'figure' : 'table';
};
