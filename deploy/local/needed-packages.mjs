import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { findProgram } from './find-program.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const TESSERACT_LANGUAGES = ['eng', 'deu', 'chi-sim', 'rus', 'spa', 'fra', 'ara', 'por', 'heb', 'fas'];

/** Debian packages that converters and speech need, each with a program that it installs. */
const PRODUCT = [
  ['bubblewrap', 'bwrap'],
  ['poppler-utils', 'pdftotext'],
  ['djvulibre-bin', 'ddjvu'],
  ['tesseract-ocr', 'tesseract'],
  ['espeak-ng', 'espeak-ng'],
  ['lame', 'lame'],
];
const FONTS = 'fonts-noto-core';
const BROWSER = 'chromium';

/** Packages for the servers; each has an alternative, so only root installs them. */
const SERVERS = [
  { name: 'redis-server', needed: () => !process.env.REDIS_URL && !findProgram('redis-server') },
  { name: 'openjdk-17-jre-headless', needed: () => !process.env.KAFKA_BROKERS && !findProgram('java') },
  { name: 'maven', needed: () => !process.env.KAFKA_BROKERS && !findProgram('mvn') },
];

/**
 * Makes sure that every system package is installed, with at most one apt call.
 *
 * @param {{ forTests?: boolean, onProgress: import('./progress.mjs').OnProgress }} options forTests adds a browser
 */
export async function ensureNeededPackages({ forTests = false, onProgress }) {
  const part = 'System';
  const names = [...(await missingForProduct()), ...(forTests && !findProgram(BROWSER) ? [BROWSER] : [])];
  if (process.getuid?.() === 0 && findProgram('apt-get')) {
    names.push(...SERVERS.filter(({ needed }) => needed()).map(({ name }) => name));
  }
  const began = Date.now();
  const onInstall = (list) => onProgress({ part, text: `apt installs ${list}` });
  const installed = await ensureSystemPackages(names, part, undefined, onInstall);
  if (installed.length === 0) return;
  const seconds = Math.round((Date.now() - began) / 1000);
  onProgress({ part, text: `${installed.length} system packages installed (${seconds} s)`, state: 'done' });
}

async function missingForProduct() {
  const names = PRODUCT.filter(([, program]) => !findProgram(program)).map(([name]) => name);
  const trained = await trainedLanguages();
  for (const language of TESSERACT_LANGUAGES) {
    if (!trained.has(`${language.replace('-', '_')}.traineddata`)) names.push(`tesseract-ocr-${language}`);
  }
  if (!existsSync('/usr/share/fonts/truetype/noto')) names.push(FONTS);
  return names;
}

/** The files in tesseract's data folder, whose path differs between systems. */
async function trainedLanguages() {
  const folders = [process.env.TESSDATA_PREFIX, '/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tessdata'];
  for (const folder of folders) {
    const files = folder ? await readdir(folder).catch(() => []) : [];
    if (files.length > 0) return new Set(files);
  }
  return new Set();
}
