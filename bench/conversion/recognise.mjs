/** Recognises images with one of our OCR adapters: `node recognise.mjs js|native LIST.json`. Prints the texts as JSON. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const [engine, list] = process.argv.slice(2);
const dist = path.join(import.meta.dirname, '../../packages/converter/dist');
const { ocrEngineFor } = await import(`${dist}/ocr/ocr-engine-for.js`);
const { LimitedToolRunner } = await import(`${dist}/tools/limited-tool-runner.js`);

const dataDir = process.env.TESSDATA_DIR ?? '/usr/share/tesseract-ocr/5/tessdata';
const ocr = await ocrEngineFor({ engine, dataDir }, new LimitedToolRunner(process.env.PATH));
const signal = new AbortController().signal;
const texts = [];
for (const { picture, language, dpi } of JSON.parse(await readFile(list, 'utf8'))) {
  const result = await ocr.recognise(await readFile(picture), { language, dpi, signal });
  const lines = result.blocks.flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  texts.push(lines.map((line) => line.words.map((word) => word.text).join(' ')).join('\n'));
}
await ocr.close();
process.stdout.write(JSON.stringify(texts));
process.exit(0);
