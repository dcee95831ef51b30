import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$|^test\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const filesWith = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('calls of the web', () => {
  it('leave through the client, which takes routes of the table only', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(filesWith(/\bfetch\(|new XMLHttpRequest|new EventSource|sendBeacon/).sort()).toEqual([
      'shared/api/client.ts',
      'shared/api/event-stream.ts',
    ]);
  });

  it('name no path of the API: the table of routes has them all', () => {
    expect(
      filesWith(/['"`]\/?(api|captcha|knowledge|untranslated)\/|['"`](user|document|finance)\/\w/),
    ).toEqual([]);
  });
});
