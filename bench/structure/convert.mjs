/**
 * Converts one document in a separate process: `node convert.mjs FILE LANGUAGE OUT.json [PAGES]`. Selected pages (zero-based,
 * separated by commas) include their images.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [file, language, out, wanted] = process.argv.slice(2);
const dist = path.join(import.meta.dirname, '../../packages/converter/dist');
const { PdfConverter } = await import(`${dist}/pdf/pdf-converter.js`);
const { EpubConverter } = await import(`${dist}/epub/epub-converter.js`);
const { DjvuConverter } = await import(`${dist}/djvu/djvu-converter.js`);
const { LimitedToolRunner } = await import(`${dist}/tools/limited-tool-runner.js`);
const { ocrEngineFor } = await import(`${dist}/ocr/ocr-engine-for.js`);

const workDir = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
const tools = new LimitedToolRunner(process.env.PATH);
const dataDir = process.env.TESSDATA_DIR ?? '/usr/share/tesseract-ocr/5/tessdata';
const ocr = await ocrEngineFor({ engine: 'auto', dataDir }, tools);
const context = {
  language,
  workDir,
  tools,
  ocr,
  limits: { maxPages: 5000, maxPixels: 50_000_000, maxInflatedBytes: 1e9 },
  signal: new AbortController().signal,
};
const converters = { '.pdf': PdfConverter, '.epub': EpubConverter, '.djvu': DjvuConverter };
const converter = new converters[path.extname(file)]();
const pages = [];
const ranges = wanted
  ? wanted.split(',').map((page) => ({ from: Number(page), to: Number(page) }))
  : [{ from: 0, to: 100_000 }];
for (const range of ranges) {
  for await (const page of converter.extract(file, range, context)) {
    pages.push({
      pageNumber: page.pageNumber,
      ...(page.content ?? { items: [], error: page.error.message }),
      ...(wanted ? { images: picturesOf(page) } : {}),
    });
  }
}
await ocr.close();
await rm(workDir, { recursive: true, force: true });
await writeFile(out, JSON.stringify(pages));
process.exit(0);

function picturesOf(page) {
  return (page.images ?? []).map(({ name, mediaType, bytes }) => ({
    name,
    mediaType,
    bytes: Buffer.from(bytes).toString('base64'),
  }));
}
