import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { apiClient } from './api-client.mjs';
import { ROOT } from './repository.mjs';

const FOLDER = path.join(ROOT, 'deploy', 'seed', 'sample-book');
const PDF = 'sample-book.pdf';

/**
 * Puts the sample book into the demo account, once for a data folder: its translation memory first, then the PDF, both
 * through the public API. It is not added again after the user deletes it.
 *
 * @param {{ url: string, account: { username: string, password: string }, dataDir: string,
 *   onProgress: import('./progress.mjs').OnProgress }} options
 */
export async function seed({ url, account, dataDir, onProgress }) {
  const doneFile = path.join(dataDir, 'sample-book-added');
  if (existsSync(doneFile)) return;
  const api = apiClient(url);
  await api.signIn(account.username, account.password);
  for (const level of ['1', '2']) {
    const memory = await form({ level }, `sample-book.level${level}.tmx`, 'application/xml');
    await api.post('document/translation-memory/import/', memory);
  }
  await api.post('document/upload/', await form({ language: 'en' }, PDF, 'application/pdf'));
  await api.post('user/logout/');
  await writeFile(doneFile, `${new Date().toISOString()}\n`);
  onProgress({
    part: 'Sample book',
    text: 'added to the demo account, with its translation memory',
    state: 'done',
  });
}

/** The text fields come before the file, because the server streams the upload and needs them first. */
async function form(fields, name, type) {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.set('file', new Blob([await readFile(path.join(FOLDER, name))], { type }), name);
  return data;
}
