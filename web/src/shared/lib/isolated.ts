/** A name inside a sentence: one of the other direction does not turn the words around it (UAX #9: FSI, PDI). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
