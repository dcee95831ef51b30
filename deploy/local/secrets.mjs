import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Random secrets of this installation, made once and kept in `secrets.json`, readable by its owner only.
 *
 * @param {string} dataDir
 * @param {string[]} names
 * @returns {Promise<Record<string, string>>} all secrets of this installation, by name
 */
export async function rememberedSecrets(dataDir, names) {
  const file = path.join(dataDir, 'secrets.json');
  const secrets = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const missing = names.filter((name) => !secrets[name]);
  for (const name of missing) secrets[name] = randomBytes(32).toString('base64url');
  if (missing.length > 0) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return secrets;
}
