/** A generated book with all item types of a page. */
const SENTENCES = [
  [
    'I went to the woods because I wished to live deliberately, to front only the essential facts of life.',
    'به جنگل رفتم، چون می‌خواستم آگاهانه زندگی کنم و تنها با واقعیت‌های بنیادی زندگی روبه‌رو شوم.',
  ],
  [
    'I wanted to see if I could not learn what it had to teach.',
    'می‌خواستم ببینم آیا می‌توانم آنچه را می‌آموزد بیاموزم.',
  ],
  [
    'I did not wish to live what was not life, living is so *dear*.',
    'نمی‌خواستم چیزی را زندگی کنم که زندگی نیست؛ زیستن چه *گران‌بهاست*.',
  ],
  [
    'Nor did I wish to practise resignation, unless it was quite necessary.',
    'و نمی‌خواستم تن به تسلیم بدهم، مگر آنکه هیچ چاره‌ای نباشد.',
  ],
  [
    'I wanted to live deep and suck out all the marrow of life.',
    'می‌خواستم ژرف زندگی کنم و شیرهٔ زندگی را تا آخر بمکم.',
  ],
  ['Our life is **frittered away** by detail.', 'زندگی ما در **جزئیات** هدر می‌رود.'],
  [
    'An honest man has hardly need to count more than his ten fingers.',
    'آدم درستکار کمتر نیاز دارد که بیش از ده انگشتش را بشمارد.',
  ],
  ['Simplicity, simplicity, simplicity!', 'سادگی، سادگی، سادگی!'],
];

/** A paragraph of `count` sentences, beginning with number `first`: both texts and their sentence pairs. */
const paragraph = (first, count) => {
  const texts = ['', ''];
  const pairs = [];
  for (let at = 0; at < count; at += 1) {
    const sentence = SENTENCES[(first + at) % SENTENCES.length];
    const from = texts.map((text) => (text === '' ? 0 : text.length + 1));
    texts.forEach((text, side) => (texts[side] = text === '' ? sentence[side] : `${text} ${sentence[side]}`));
    pairs.push([from[0], texts[0].length, from[1], texts[1].length]);
  }
  return { texts, pairs };
};

const item = (id, type, texts, more = {}) => ({ id, type, texts, more });

function itemsOf(page) {
  const one = paragraph(page, 4);
  const two = paragraph(page + 3, 2 + (page % 3));
  const items = [];
  if (page % 5 === 0)
    items.push(
      item('h', 'heading', [`Chapter ${page / 5 + 1}: Where I Lived`, `فصل ${page / 5 + 1}: کجا زیستم`], {
        level: 1,
      }),
    );
  else if (page % 5 === 2)
    items.push(item('h', 'heading', [`What I Lived For, ${page}`, `برای چه زیستم، ${page}`], { level: 2 }));
  items.push(item('p1', 'text', one.texts, { sentence_pairs: { content: one.pairs } }));
  if (page % 4 === 1)
    items.push(
      item('t', 'table', [
        '| Cost | Dollars |\n| --- | ---: |\n| Boards | 8.03 |\n| Refuse shingles | 4.00 |\n| Two windows | 2.43 |',
        '| هزینه | دلار |\n| --- | ---: |\n| تخته | ۸٫۰۳ |\n| پوشال سقف | ۴٫۰۰ |\n| دو پنجره | ۲٫۴۳ |',
      ]),
    );
  if (page % 4 === 2)
    items.push(
      item('m', 'math', [
        'E = \\sum_{i=1}^{n} \\frac{m_i v_i^2}{2}',
        'E = \\sum_{i=1}^{n} \\frac{m_i v_i^2}{2}',
      ]),
    );
  if (page % 4 === 3) items.push(item('l', 'list', ['', ''], { list: true }));
  items.push(item('p2', 'text', two.texts, { sentence_pairs: { content: two.pairs } }));
  if (page % 7 === 6)
    items.push(
      item(
        'c',
        'code',
        [
          'def live(days):\n    return [day for day in days if day.deep]',
          'def live(days):\n    return [day for day in days if day.deep]',
        ],
        { language: 'python' },
      ),
    );
  for (let more = 0; more < page % 4; more += 1) {
    const next = paragraph(page + more, 3);
    items.push(item(`q${more}`, 'text', next.texts, { sentence_pairs: { content: next.pairs } }));
  }
  return items;
}

const LISTS = [
  [
    { content: 'food' },
    { content: 'shelter', 'list-items': [{ content: 'boards' }, { content: 'windows' }] },
    { content: 'clothing and fuel' },
  ],
  [
    { content: 'خوراک' },
    { content: 'سرپناه', 'list-items': [{ content: 'تخته' }, { content: 'پنجره' }] },
    { content: 'پوشاک و سوخت' },
  ],
];

const textOf = (items, side) =>
  items.map(({ id, type, texts, more: { list, sentence_pairs: pairs, ...more } }) => ({
    id,
    type,
    content: texts[side],
    ...more,
    ...(list ? { list_type: 'ordered', 'list-items': LISTS[side] } : {}),
    ...(side === 1 && pairs ? { sentence_pairs: pairs } : {}),
  }));

/** @param {number} number zero-based */
export function pageOf(number) {
  const items = itemsOf(number);
  return {
    id: `page-${number}`,
    page_number: number,
    status: 'success',
    translation_status: 'translated',
    image: null,
    pictures: [],
    content: { items: textOf(items, 0), page_info: { page_type: 'text' } },
    translated_content: { items: textOf(items, 1) },
    translated_content_level2: { items: textOf(items, 1) },
    tts_audio_url: null,
    tts_audio_status: null,
    tts_text: null,
    questions: null,
    revision: 5,
    note_code: null,
  };
}

/** @param {number} pages */
export const metadataOf = (pages) => ({
  key: 'walden0001',
  id: '64b7f1c2a4d3e5f6a7b8c9d0',
  title: 'والدن؛ زندگی در جنگل',
  subtitle: '',
  original_title: 'Walden; or, Life in the Woods',
  original_subtitle: '',
  summary: '',
  original_summary: '',
  authors: 'Henry David Thoreau',
  year: 1854,
  total_pages: pages,
  price: 0,
  access_type: 'free',
  published: true,
  purchased: true,
  status: 'translated',
  preview_pages: { from: 0, to: 10 },
  translated_level2_pages: pages,
  cover: null,
  cover_thumbnail: null,
  tags: '',
  tags_list: [],
  shelf_id: null,
  source_file: null,
  source_filename: 'walden.epub',
  user: 'u1',
  promoted: false,
  modified_date: '2025-03-21T00:00:00.000Z',
  language: 'en',
  access: { full: true, reason: 'free' },
  note: '',
  note_code: null,
  awaiting_translator: false,
});

/** @param {number} pages */
export const contentsOf = (pages) =>
  Array.from({ length: pages }, (_, number) => pageOf(number)).flatMap((page) => {
    const at = page.content.items.findIndex((one) => one.type === 'heading');
    const heading = page.content.items[at];
    return heading
      ? [
          {
            title: page.translated_content.items[at].content,
            origin_title: heading.content,
            level: heading.level,
            pageNumber: page.page_number + 1,
            headingId: `heading-${page.page_number + 1}-${heading.content.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
          },
        ]
      : [];
  });
