import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(process.env['CORPUS_DIR'] ?? '../shared/corpus', 'dev');

/** The corpus is not part of the repository; tests that need it are skipped without it. */
export const HAS_CORPUS = existsSync(FOLDER);

/** The path of a file in the corpus. */
export const corpusFile = (name: string): string => join(FOLDER, name);

/** The folder of tesseract's language data. */
export const TESSDATA = process.env['TESSDATA_DIR'] ?? '/usr/share/tesseract-ocr/5/tessdata';
