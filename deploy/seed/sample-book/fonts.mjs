import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Fonts of the book, from installed packages. pdfkit embeds only the glyphs that are used. */
export const FONTS = {
  roman: resolve('@fontsource/literata/files/literata-latin-400-normal.woff'),
  italic: resolve('@fontsource/literata/files/literata-latin-400-italic.woff'),
  bold: resolve('@fontsource/literata/files/literata-latin-600-normal.woff'),
  boldItalic: resolve('@fontsource/literata/files/literata-latin-600-italic.woff'),
  math: resolve('katex/dist/fonts/KaTeX_Main-Regular.ttf'),
};
