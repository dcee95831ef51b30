import { MAX_DOCUMENT_PAGES } from '@hamkhan/contracts/http/documents';
import type { SandboxOptions } from './sandbox-converter.js';

/** Limits that suit documents of the accepted size on one machine. */
export const SANDBOX_DEFAULTS: SandboxOptions = {
  limits: { maxPages: MAX_DOCUMENT_PAGES, maxPixels: 50_000_000, maxInflatedBytes: 1024 * 1024 * 1024 },
  ocr: { engine: 'auto', dataDir: '/usr/share/tesseract-ocr/5/tessdata' },
  memoryMb: 1_536,
  inspectMs: 25_000,
  pageMs: 60_000,
};
