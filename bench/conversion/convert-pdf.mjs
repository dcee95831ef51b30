/** Converts one PDF in a separate process: `node convert-pdf.mjs FILE text|full`. Prints pages, characters and memory as JSON. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [file, mode] = process.argv.slice(2);
const dist = path.join(import.meta.dirname, '../../packages/converter/dist');
const { PdfConverter } = await import(`${dist}/pdf/pdf-converter.js`);
const { ConversionError } = await import(`${dist}/conversion-error.js`);
const { LimitedToolRunner } = await import(`${dist}/tools/limited-tool-runner.js`);

const workDir = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
const noTools = {
  run: () => Promise.reject(new ConversionError('crashed', {}, { detail: 'images are not extracted' })),
  has: () => Promise.resolve(false),
};
const context = {
  language: 'en',
  workDir,
  tools: mode === 'full' ? new LimitedToolRunner(process.env.PATH) : noTools,
  ocr: {
    recognise: () => Promise.resolve({ width: 1, height: 1, blocks: [] }),
    close: () => Promise.resolve(),
  },
  limits: { maxPages: 5000, maxPixels: 50_000_000, maxInflatedBytes: 1e9 },
  signal: new AbortController().signal,
};
let pages = 0;
let characters = 0;
let firstMs = 0;
const started = performance.now();
for await (const page of new PdfConverter().extract(file, { from: 0, to: 100_000 }, context)) {
  firstMs ||= performance.now() - started;
  pages += 1;
  for (const item of page.content?.items ?? []) characters += item.content.length;
}
await rm(workDir, { recursive: true, force: true });
const rssMb = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(JSON.stringify({ pages, characters, firstMs: Math.round(firstMs), rssMb }));
process.exit(0);
