import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { SOURCE_LANGUAGES, type SourceLanguage } from '@hamkhan/contracts/languages';
import type { DocumentKind } from '../converter.js';
import type { OcrConfig } from '../ocr/ocr-engine-for.js';
import { SANDBOX_MODES, type SandboxMode } from '@hamkhan/sandbox/sandbox-mode';
import { SANDBOX_DEFAULTS } from '../sandbox/sandbox-defaults.js';
import { parsePageSelection, type PageSelection } from './page-selection.js';
import { UsageError } from './usage-error.js';

const OUTPUT_FORMATS = ['markdown', 'json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
const OCR_ENGINES = ['auto', 'native', 'js'] as const satisfies readonly OcrConfig['engine'][];
const KINDS: Readonly<Record<string, DocumentKind>> = {
  '.pdf': 'pdf',
  '.epub': 'epub',
  '.djvu': 'djvu',
  '.djv': 'djvu',
};

export type CommandArguments = {
  file: string;
  kind: DocumentKind;
  format: OutputFormat;
  /** null: all pages. */
  pages: PageSelection | null;
  outputFolder: string;
  /** null: detected from the text. */
  language: SourceLanguage | null;
  ocr: OcrConfig;
  isolation: SandboxMode;
  /** Report how the process that reads the document is isolated. */
  sandbox: boolean;
  progress: boolean;
};
/** `--sandbox` without a document. */
export type SandboxCheck = { check: 'sandbox'; isolation: SandboxMode };

export const HELP = `Usage: hamkhan-convert FILE [options]
       hamkhan-convert --sandbox

Converts a PDF, EPUB or DJVU document to Markdown or JSON, page by page. Scanned
pages are recognised (OCR). The document is read in a sandboxed process.

Options:
  --to FORMAT        markdown (default) or json
  --pages LIST       pages to convert, for example 1-20 or 1-5,8,20- (default: all)
  --out DIR          folder for the output (default: the current folder)
  --language CODE    language of the document: ${SOURCE_LANGUAGES.join(', ')}
                     (default: detected from the text, else en)
  --ocr ENGINE       auto (default), native (the tesseract program) or js (tesseract.js)
  --tessdata DIR     folder with the language data of tesseract
  --sandbox          report how the process that reads the document is isolated here;
                     without FILE nothing is converted
  --isolation MODE   required (stop if a layer is missing), available (default) or off
  --progress         report progress on stderr even if it is not a terminal
  -h, --help         show this help

The command writes DIR/NAME.md or DIR/NAME.json, and DIR/NAME-images if a page has
figures. It replaces existing files and prints the path of the document it wrote.

Exit codes:
  0    all pages converted
  1    unexpected error
  2    wrong usage
  3    the document can't be read (encrypted, damaged, another type, too large)
  4    some pages could not be converted; the others were written
  5    a layer of the sandbox is missing, and --isolation is required
  130  interrupted with Ctrl-C; nothing was written
`;

/** The arguments of the command line, or another thing to do. @throws UsageError */
export function parseArguments(argv: readonly string[]): CommandArguments | SandboxCheck | 'help' {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  const isolation = oneOf('--isolation', SANDBOX_MODES, values.isolation);
  const [file, ...more] = positionals;
  if (file === undefined && values.sandbox) return { check: 'sandbox', isolation };
  if (file === undefined) throw new UsageError('no document given');
  if (more.length > 0) throw new UsageError(`one document at a time, but got ${positionals.length}`);
  const kind = KINDS[extname(file).toLowerCase()];
  if (!kind) throw new UsageError(`${file}: the name does not end in .pdf, .epub, .djvu or .djv`);
  return {
    file,
    kind,
    format: oneOf('--to', OUTPUT_FORMATS, values.to),
    pages: values.pages === undefined ? null : parsePageSelection(values.pages),
    outputFolder: values.out,
    language: values.language === undefined ? null : oneOf('--language', SOURCE_LANGUAGES, values.language),
    ocr: { engine: oneOf('--ocr', OCR_ENGINES, values.ocr), dataDir: values.tessdata },
    isolation,
    sandbox: values.sandbox,
    progress: values.progress,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        to: { type: 'string', default: 'markdown' },
        pages: { type: 'string' },
        out: { type: 'string', default: '.' },
        language: { type: 'string' },
        ocr: { type: 'string', default: SANDBOX_DEFAULTS.ocr.engine },
        tessdata: { type: 'string', default: SANDBOX_DEFAULTS.ocr.dataDir },
        sandbox: { type: 'boolean', default: false },
        isolation: { type: 'string', default: 'available' },
        progress: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function oneOf<T extends string>(option: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (!found) throw new UsageError(`${option}: “${value}” is not one of ${allowed.join(', ')}`);
  return found;
}
