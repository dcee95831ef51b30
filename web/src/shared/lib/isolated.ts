/** Isolates a name inside a sentence, so that its direction does not affect the text around it (UAX #9: FSI, PDI). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
