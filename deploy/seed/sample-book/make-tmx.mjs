/**
 * Writes the two translation memories of the book (TMX 1.4b), draft and polished, from book.json: one unit for each sentence,
 * heading, list entry and cell, and one for each whole caption, because its "Figure 1." is a sentence, too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const book = JSON.parse(readFileSync(join(here, 'book.json'), 'utf8'));
const FIXED_DATE = '20250101T000000Z';
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]);

const nestedEntries = (items, prefix) =>
  items.flatMap((item, index) => [
    { id: `${prefix}.${index + 1}`, segment: item },
    ...nestedEntries(item.items ?? [], `${prefix}.${index + 1}`),
  ]);

const wholeOf = (segments) => {
  const of = (key) => segments.map((segment) => segment[key]).join(' ');
  return { en: of('en'), draft: of('draft'), polished: of('polished') };
};

function unitsOf(block) {
  const sentences = (block.segments ?? []).map((segment, index) => ({
    id: `${block.id}.${index + 1}`,
    segment,
  }));
  const entries = nestedEntries(block.items ?? [], block.id);
  const cells = (block.rows ?? []).flatMap((row, r) =>
    row.map((segment, c) => ({ id: `${block.id}.${r + 1}.${c + 1}`, segment })),
  );
  const whole = block.type.endsWith('_caption') ? [{ id: block.id, segment: wholeOf(block.segments) }] : [];
  return [...whole, ...sentences, ...entries, ...cells];
}

/** Units by their English text. A repeated text is one unit and must have one translation. */
const units = new Map();
for (const unit of book.blocks.flatMap(unitsOf)) {
  const known = units.get(unit.segment.en);
  if (!known) units.set(unit.segment.en, unit);
  else if (known.segment.draft !== unit.segment.draft || known.segment.polished !== unit.segment.polished) {
    throw new Error(`${unit.id} and ${known.id} translate the same text differently`);
  }
}

function write(level, key) {
  const tuv = (language, text) => `      <tuv xml:lang="${language}"><seg>${escapeXml(text)}</seg></tuv>\n`;
  const body = [...units.values()]
    .map(
      ({ id, segment }) =>
        `    <tu tuid="${escapeXml(id)}">\n${tuv(book.language, segment.en)}${tuv(book.translation, segment[key])}    </tu>\n`,
    )
    .join('');
  const header =
    `  <header creationtool="make-tmx" creationtoolversion="1" segtype="sentence" o-tmf="book.json" adminlang="en" ` +
    `srclang="${book.language}" datatype="plaintext" creationdate="${FIXED_DATE}">\n` +
    `    <prop type="x-document">${escapeXml(book.title)}</prop>\n    <prop type="x-level">${level}</prop>\n  </header>\n`;
  const file = `sample-book.level${level}.tmx`;
  writeFileSync(
    join(here, file),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n${header}  <body>\n${body}  </body>\n</tmx>\n`,
  );
  process.stdout.write(`${file}: ${units.size} units\n`);
}

write(1, 'draft');
write(2, 'polished');
