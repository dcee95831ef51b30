import { describe, expect, it } from '@jest/globals';
import { readTmx, TMX_LIMITS, TmxError, writeTmx, type TmxPair } from './tmx.domain.js';

async function* bytesOf(
  text: string,
  size = 17,
  encoding: 'utf8' | 'utf16le' = 'utf8',
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, encoding);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
const tmx = (body: string, before = '') =>
  `<?xml version="1.0"?>\n${before}<tmx version="1.4"><header srclang="en"/><body>\n${body}\n</body></tmx>`;
const unit = (en: string, fa: string) =>
  `<tu><tuv xml:lang="en-GB"><seg>${en}</seg></tuv><tuv xml:lang="FA"><seg>${fa}</seg></tuv></tu>`;

async function read(file: AsyncIterable<Uint8Array>, limits = TMX_LIMITS) {
  const pairs: TmxPair[] = [];
  let skipped = 0;
  for await (const part of readTmx(file, 'en', limits)) {
    pairs.push(...part.pairs);
    skipped += part.skipped;
  }
  return { pairs, skipped };
}

describe('readTmx', () => {
  it('reads pairs for any chunk size, with regional languages, and drops inline codes', async () => {
    const file = tmx(
      unit(
        'Fire &amp; <bpt i="1">{b}</bpt>wax<ept i="1">{/b}</ept> <hi>lit</hi><ph>x<sub>y</sub></ph>.',
        'آتش و موم روشن.',
      ) +
        '<tu><tuv lang="en"><seg><![CDATA[1 < 2]]></seg></tuv><tuv lang="fa-IR"><seg>۱ &lt; ۲</seg></tuv></tu>' +
        '<tu><tuv xml:lang="en"><seg>only English</seg></tuv></tu>',
      '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n',
    );
    for (const size of [1, 17, 10_000])
      expect(await read(bytesOf(file, size))).toEqual({
        pairs: [
          { source: 'Fire & wax lit.', target: 'آتش و موم روشن.' },
          { source: '1 < 2', target: '۱ < ۲' },
        ],
        skipped: 1,
      });
  });

  it('reads UTF-16 with a byte order mark', async () => {
    expect((await read(bytesOf(`\ufeff${tmx(unit('a', 'ب'))}`, 5, 'utf16le'))).pairs).toEqual([
      { source: 'a', target: 'ب' },
    ]);
  });

  it.each([
    ['text without XML', 'hello', 'not_xml', 1],
    ['another root', '<html></html>', 'not_tmx', 1],
    ['an unclosed tag', tmx('<tu>\n<tuv></tu>'), 'not_xml', 4],
    ['a truncated file', tmx(unit('a', 'ب')).slice(0, -6), 'not_xml', 4],
    ['an unknown entity', tmx(unit('&nbsp;', 'ب')), 'not_xml', 3],
    [
      'a document type with declarations',
      tmx(unit('a', 'ب'), '<!DOCTYPE tmx [<!ENTITY x "y">]>\n'),
      'doctype',
      2,
    ],
    ['deeply nested elements', tmx('<a>'.repeat(100)), 'too_deep', 3],
    ['other languages', tmx('<tu><tuv xml:lang="de"><seg>a</seg></tuv></tu>'), 'no_pairs', undefined],
  ])('rejects %s', async (_, file, problem, line) => {
    const error = await read(bytesOf(file)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TmxError);
    expect(error).toMatchObject({ problem, line });
  });

  it('rejects large files and invalid encodings, and skips long segments', async () => {
    const file = tmx(unit('a', 'ب').repeat(20));
    const limited = (limits: Partial<typeof TMX_LIMITS>) => read(bytesOf(file), { ...TMX_LIMITS, ...limits });
    await expect(limited({ maxBytes: 100 })).rejects.toMatchObject({ problem: 'too_large' });
    await expect(limited({ maxUnits: 5 })).rejects.toMatchObject({ problem: 'too_many_units' });
    expect(
      await read(bytesOf(tmx(unit('a', 'ب') + unit('long', 'بلند'))), { ...TMX_LIMITS, maxSegmentLength: 3 }),
    ).toMatchObject({
      pairs: [{ source: 'a' }],
      skipped: 1,
    });
    const broken = (async function* () {
      yield await Promise.resolve(Uint8Array.of(0x3c, 0xff, 0xff));
    })();
    await expect(read(broken)).rejects.toMatchObject({ problem: 'encoding' });
  });
});

it('reads what it has written', async () => {
  const pairs = [
    { source: 'Fire & "wax" <lit>', target: 'آتش و «موم»' },
    { source: 'a\u0000b', target: 'ب\ud800' },
  ];
  const written: string[] = [];
  const file = writeTmx(
    (async function* () {
      for (const pair of pairs)
        yield await Promise.resolve({ ...pair, changedAt: new Date(0), origin: 'import' });
    })(),
    { source: 'en', level: 2, createdAt: new Date(0) },
  );
  for await (const part of file) written.push(part);
  expect(written.join('')).toContain('<tu changedate="19700101T000000Z">');
  expect((await read(bytesOf(written.join('')))).pairs).toEqual([pairs[0], { source: 'ab', target: 'ب' }]);
});
