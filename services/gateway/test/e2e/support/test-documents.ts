import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { directionOf, type SourceLanguage } from '@hamkhan/contracts/languages';
import { corpusFile } from '@hamkhan/testing/corpus-files';
import { knownText } from '@hamkhan/testing/fixtures/fixture-text';
import { makeEncryptedPdf } from '@hamkhan/testing/fixtures/make-broken-pdf';
import { makeTruncatedEpub } from '@hamkhan/testing/fixtures/make-broken-epub';
import { makeDjvu } from '@hamkhan/testing/fixtures/make-djvu';
import { makeEpub } from '@hamkhan/testing/fixtures/make-epub';
import { makeScannedPdf } from '@hamkhan/testing/fixtures/make-scanned-pdf';
import { makeTextPdf } from '@hamkhan/testing/fixtures/make-text-pdf';

export type TestFile = { name: string; content: Buffer };
export type TestDocument = TestFile & {
  kind: 'pdf' | 'scan' | 'epub' | 'djvu';
  language: SourceLanguage;
  direction: 'ltr' | 'rtl';
  /** Words on the first page of the original. */
  words: string;
};

/** Three words: a label of two would be the same in both translations. */
const firstWords = (language: SourceLanguage): string =>
  knownText(language).paragraphs[0].split(' ').slice(0, 3).join(' ');

/** One small generated document of each kind. */
export async function generatedDocuments(): Promise<TestDocument[]> {
  const own = (
    kind: TestDocument['kind'],
    name: string,
    language: SourceLanguage,
    content: Buffer,
  ): TestDocument => ({
    kind,
    name,
    language,
    content,
    direction: directionOf(language),
    words: firstWords(language),
  });
  return [
    own('pdf', 'leuchtturm.pdf', 'de', await makeTextPdf({ language: 'de' })),
    own('scan', 'scanned-page.pdf', 'en', await makeScannedPdf()),
    own('epub', 'phare.epub', 'fr', makeEpub({ language: 'fr' })),
    own('djvu', 'printed-lighthouse.djvu', 'en', await makeDjvu()),
  ];
}

type Real = Omit<TestDocument, 'name' | 'content' | 'direction'> & { path: string };
/** Documents of the corpus, other kinds for each interface language; the words were read off the printed pages. */
const REAL: Record<'fa' | 'en', readonly Real[]> = {
  fa: [
    { kind: 'scan', path: 'scan/en-clean-linn.pdf', language: 'en', words: 'Track MIDI Sequence Recorder' },
    { kind: 'epub', path: 'epub/zh-epub3-wikipedia.epub', language: 'zh', words: '汉语' },
  ],
  en: [
    { kind: 'pdf', path: 'pdf/ar-report-rtl01-tagged.pdf', language: 'ar', words: 'البرمجة بلغة R و Python' },
    { kind: 'djvu', path: 'djvu/ru-scan-notext-table.djvu', language: 'ru', words: 'аэропорт' },
  ],
};

/** Two documents of the corpus for an interface language; both languages together cover each kind. */
export function corpusDocuments(interfaceLanguage: 'fa' | 'en'): Promise<TestDocument[]> {
  return Promise.all(
    REAL[interfaceLanguage].map(async ({ path, ...rest }) => ({
      ...rest,
      name: basename(path),
      content: await readFile(corpusFile(path)),
      direction: directionOf(rest.language),
    })),
  );
}

/** Files that are accepted and whose conversion fails, each with the code of its reason. */
export async function brokenFiles(): Promise<(TestFile & { reason: 'encrypted' | 'damaged' })[]> {
  return [
    { name: 'locked-file.pdf', content: await makeEncryptedPdf(), reason: 'encrypted' },
    { name: 'half-a-file.epub', content: makeTruncatedEpub(), reason: 'damaged' },
  ];
}
