import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ExtractedImage, ExtractedPage, Inspection } from '../converter.js';
import type { OutputFormat } from './arguments.js';
import { pageMarkdown } from './page-markdown.js';

/** A page that was converted, or the text of the reason why it was not. Page numbers are zero-based. */
export type PageOutcome = ExtractedPage | { pageNumber: number; failure: string };

/**
 * Writes pages one by one, so that a long book is never in memory as a whole. The document appears under its name only when it is
 * complete; images are named by their content and are left where they are.
 */
export class OutputFile {
  private handle: FileHandle | null = null;
  private readonly temporaryPath: string;
  private readonly imageFolder: string;
  private readonly writtenImages = new Set<string>();
  private hasPages = false;

  private constructor(
    readonly path: string,
    private readonly format: OutputFormat,
  ) {
    this.temporaryPath = `${path}.${process.pid}.part`;
    this.imageFolder = `${basename(path, extname(path))}-images`;
  }

  /** Creates the folder and the temporary file. */
  static async create(
    { file, outputFolder, format }: { file: string; outputFolder: string; format: OutputFormat },
    inspection: Inspection,
  ): Promise<OutputFile> {
    await mkdir(outputFolder, { recursive: true });
    const name = basename(file, extname(file));
    const output = new OutputFile(join(outputFolder, `${name}.${format === 'json' ? 'json' : 'md'}`), format);
    output.handle = await open(output.temporaryPath, 'w');
    if (format === 'json') await output.handle.write(jsonHead(inspection));
    return output;
  }

  async add(page: PageOutcome): Promise<void> {
    const text = this.format === 'json' ? this.jsonPage(page) : this.markdownPage(page);
    if (text !== '') {
      await this.handle?.write(text);
      this.hasPages = true;
    }
    if ('images' in page) for (const image of page.images) await this.addImage(image);
  }

  /** Ends the document and gives it its name. */
  async finish(): Promise<void> {
    if (this.format === 'json') await this.handle?.write(`${this.hasPages ? '\n' : ''}]}\n`);
    await this.close();
    await rename(this.temporaryPath, this.path);
  }

  /** Removes the unfinished document. */
  async discard(): Promise<void> {
    await this.close();
    await rm(this.temporaryPath, { force: true });
  }

  private async close(): Promise<void> {
    await this.handle?.close();
    this.handle = null;
  }

  private markdownPage(page: PageOutcome): string {
    const number = page.pageNumber + 1;
    const text =
      'failure' in page
        ? `<!-- page ${number} could not be converted: ${page.failure} -->`
        : pageMarkdown(page.content.items, this.imageFolder);
    return text === '' ? '' : `${this.hasPages ? '\n' : ''}${text}\n`;
  }

  private jsonPage(page: PageOutcome): string {
    const number = page.pageNumber + 1;
    const value =
      'failure' in page
        ? { page: number, failure: page.failure }
        : {
            page: number,
            ...page.content,
            items: page.content.items.map((item) => this.withImagePath(item)),
          };
    return `${this.hasPages ? ',' : ''}\n${JSON.stringify(value)}`;
  }

  private withImagePath<T extends object>(item: T): T {
    return 'src' in item && typeof item.src === 'string' && item.src !== ''
      ? { ...item, src: `${this.imageFolder}/${item.src}` }
      : item;
  }

  private async addImage({ name, bytes }: ExtractedImage): Promise<void> {
    if (this.writtenImages.has(name)) return;
    const folder = join(dirname(this.path), this.imageFolder);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), bytes);
    this.writtenImages.add(name);
  }
}

/** The document's own data, and the beginning of its list of pages. */
function jsonHead({ sample: _sample, ...document }: Inspection): string {
  return `{"document":${JSON.stringify(document)},"pages":[`;
}
