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

describe('API calls of the web application', () => {
  it('go through the client, which accepts only listed routes', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(filesWith(/\bfetch\(|new XMLHttpRequest|new EventSource|sendBeacon/).sort()).toEqual([
      'shared/api/client.ts',
      'shared/api/event-stream.ts',
    ]);
  });

  it('contain no API paths outside the list of routes', () => {
    expect(
      filesWith(/['"`]\/?(api|captcha|knowledge|untranslated)\/|['"`](user|document|finance)\/\w/),
    ).toEqual([]);
  });
});
