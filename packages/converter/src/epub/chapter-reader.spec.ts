import { describe, expect, it } from '@jest/globals';
import { ChapterReader } from './chapter-reader.js';
import { parseMarkup } from './markup.js';
import { mathToLatex } from './mathml/math-to-latex.js';
import { parseStyleSheet } from './style-sheet.js';

const read = (body: string, { css = '', language = 'en', html = '' } = {}) =>
  new ChapterReader({
    resolve: (reference) => ({
      path: reference.split('#')[0] ?? '',
      fragment: reference.split('#')[1] ?? '',
    }),
    sheets: [parseStyleSheet(css)],
    language,
    formula: mathToLatex,
  }).read(parseMarkup(`<html ${html}><head><title/></head><body>${body}</body></html>`));
const items = (...args: Parameters<typeof read>) => read(...args).map(({ item }) => item);

describe('ChapterReader', () => {
  it('reads headings and paragraphs with their marks', () => {
    expect(items('<h2>One <b>bold</b><br/>title</h2><p>A <em>word</em> and <code>x = 1</code>.</p>')).toEqual(
      [
        { type: 'heading', content: 'One bold title', level: 1 },
        { type: 'text', content: 'A *word* and `x = 1`.' },
      ],
    );
  });

  it('keeps text outside paragraphs and drops hidden content', () => {
    const body =
      'loose <b>text</b><p hidden="">no</p><script>no()</script><style>p{}</style><!-- no --><p style="display:none">no</p>' +
      '<p class="gone">no</p><video>no</video><p>yes</p>';
    expect(items(body, { css: '.gone { display: none }' }).map((item) => item.content)).toEqual([
      'loose **text**',
      'yes',
    ]);
  });

  it('reads markup with unclosed tags', () => {
    const contents = items('<p>one<p>two <b>three<div>four</p></i></body>').map((item) => item.content);
    expect(contents.join(' ')).toBe('one two **three** **four**');
  });

  it('keeps the lines of verse and splits paragraphs made of double breaks', () => {
    expect(items('<p><span>line one,</span><br/><span>line two</span></p>')).toEqual([
      { type: 'text', content: 'line one,\nline two' },
    ]);
    expect(items('<p>first<br/><br/>second<br/></p>').map((item) => item.content)).toEqual([
      'first',
      'second',
    ]);
  });

  it('reads nested lists', () => {
    expect(items('<ul><li>a<ol><li>b</li><li><p>c</p></li></ol></li><li>d</li></ul>')).toEqual([
      {
        type: 'list',
        content: '',
        list_type: 'unordered',
        'list-items': [
          { content: 'a', 'list-items': [{ content: 'b' }, { content: 'c' }], list_type: 'ordered' },
          { content: 'd' },
        ],
      },
    ]);
  });

  it('keeps the numbers of a list that does not start at one', () => {
    const [list] = items('<ol start="4"><li>a</li><li>b</li></ol>');
    expect(list).toMatchObject({
      list_type: 'unordered',
      'list-items': [{ content: '4. a' }, { content: '5. b' }],
    });
    const [roman] = items('<ol type="i"><li>a</li><li>b</li></ol>');
    expect(roman).toMatchObject({ 'list-items': [{ content: 'i. a' }, { content: 'ii. b' }] });
  });

  it('places blocks that a list entry cannot contain after it, and continues the numbering', () => {
    const blocks = items('<ol><li>a<pre>let x = 1;</pre></li><li>b</li></ol>');
    expect(blocks.map((item) => item.type)).toEqual(['list', 'code', 'list']);
    expect(blocks[2]).toMatchObject({ 'list-items': [{ content: '2. b' }] });
  });

  it('splits a list that is longer than a page', () => {
    const entry = `<li>${'word '.repeat(100)}</li>`;
    expect(items(`<ul>${entry.repeat(10)}</ul>`)).toHaveLength(4);
  });

  it('reads short definitions as a list', () => {
    expect(items('<dl><dt>Fog</dt><dd>water in the air</dd><dt>Oil</dt><dd>burns</dd></dl>')).toMatchObject([
      {
        type: 'list',
        'list-items': [{ content: '**Fog**: water in the air' }, { content: '**Oil**: burns' }],
      },
    ]);
  });

  it('writes tables as Markdown, with spanning cells in their first place and escaped pipes', () => {
    const table =
      '<table><caption>Cap</caption><tr><th>A</th><th colspan="2">B</th></tr>' +
      '<tr><td rowspan="2">1</td><td>x|y</td><td>3</td></tr><tr><td>4</td><td><p>5</p><p>6</p></td></tr></table>';
    expect(items(table)).toEqual([
      { type: 'table_caption', content: 'Cap' },
      { type: 'table', content: '| A | B |  |\n| --- | --- | --- |\n| 1 | x\\|y | 3 |\n|  | 4 | 5 6 |' },
    ]);
  });

  it('reads the cells of layout tables as separate blocks', () => {
    expect(
      items('<table><tr><td><p>one</p><p>two</p></td></tr></table>').map((item) => item.content),
    ).toEqual(['one', 'two']);
    expect(items('<table role="presentation"><tr><td>a</td><td>b</td></tr></table>')).toHaveLength(2);
    expect(items('<table><tr><td>half a verse</td><td></td><td>the other</td></tr></table>')).toEqual([
      { type: 'text', content: 'half a verse\u2003the other' },
    ]);
  });

  it('splits a long table and repeats its header', () => {
    const row = `<tr><td>${'a '.repeat(50)}</td><td>${'b '.repeat(50)}</td></tr>`;
    const tables = items(`<table><thead><tr><th>L</th><th>R</th></tr></thead>${row.repeat(12)}</table>`);
    expect(tables.length).toBeGreaterThan(2);
    for (const table of tables) expect(table.content).toMatch(/^\| L \| R \|\n\| --- \| --- \|/);
  });

  it('reads figures with captions from figcaption or from a caption class', () => {
    const [figure] = read(
      '<figure><img src="a.png" alt="A lamp"/><figcaption>Fig. <i>1</i></figcaption></figure>',
    );
    expect(figure).toMatchObject({
      item: { type: 'figure', description: 'A lamp', caption: 'Fig. *1*' },
      image: { kind: 'file', path: 'a.png' },
    });
    expect(items('<div><img src="a.png"/><p class="caption">Below</p></div>')).toMatchObject([
      { type: 'figure', caption: 'Below' },
    ]);
  });

  it('reads the image inside an SVG cover, and keeps a drawing', () => {
    const cover = '<svg><image xlink:href="cover.jpg" width="10"/></svg>';
    expect(read(cover)[0]?.image).toEqual({ kind: 'file', path: 'cover.jpg' });
    const [drawing] = read('<svg viewBox="0 0 1 1"><script>x</script><path d="M0 0"/></svg>');
    expect(drawing?.image).toEqual({
      kind: 'drawing',
      svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
    });
  });

  it('replaces a small image in a sentence by its alternative text, and moves a large one after the sentence', () => {
    expect(items('<p>Press <img src="k.png" alt="Enter" height="16"/> now.</p>')).toEqual([
      { type: 'text', content: 'Press Enter now.' },
    ]);
    expect(items('<p>Look: <img src="k.png" alt="A map"/> here.</p>').map((item) => item.type)).toEqual([
      'text',
      'figure',
    ]);
    expect(
      items('<p>where <img class="mwe-math" src="f.png" alt="{\\displaystyle a_{1}}"/> holds</p>'),
    ).toEqual([{ type: 'text', content: 'where $a_{1}$ holds' }]);
  });

  it('reads inline and display formulas', () => {
    const x = '<math><msup><mi>x</mi><mn>2</mn></msup></math>';
    expect(items(`<p>So ${x} , and</p>`)).toEqual([{ type: 'text', content: 'So $x^2$, and' }]);
    expect(items(`<p>${x}.</p>`)).toEqual([{ type: 'math', content: 'x^2' }]);
    expect(items(`<p>${x} (1.2)</p>`)).toEqual([{ type: 'math', content: 'x^2 \\tag{1.2}' }]);
    expect(
      items(`<p>before ${x.replace('<math', '<math display="block"')} after</p>`).map((item) => item.type),
    ).toEqual(['text', 'math', 'text']);
  });

  it('keeps code unchanged, with its named or guessed language', () => {
    expect(items('<pre class="language-js"><code>a  &lt;  b;\n  c</code></pre>')).toEqual([
      { type: 'code', content: 'a  <  b;\n  c', language: 'javascript' },
    ]);
    expect(items('<pre>def f(x):\n    return x</pre>')[0]).toMatchObject({ language: 'python' });
    expect(items('<pre>{"a": [1]}</pre>')[0]).toMatchObject({ language: 'json' });
  });

  it('keeps web links, and only the text of other links', () => {
    expect(
      items(
        '<p><a href="https://example.org/a">out</a> <a href="b.xhtml#c">in</a> <a href="javascript:x()">bad</a></p>',
      ),
    ).toEqual([{ type: 'text', content: '[out](https://example.org/a) in bad' }]);
  });

  it('separates notes and keeps the markers that refer to them', () => {
    const [paragraph, note] = read(
      '<p>Word<a epub:type="noteref" href="#n1">1</a>.</p><aside epub:type="footnote" id="n1"><p>The note. <a role="doc-backlink" href="#r">↩</a></p></aside>',
    );
    expect(paragraph?.item.content).toBe('Word¹.');
    expect(paragraph?.notes).toEqual([{ target: '#n1', marker: '¹' }]);
    expect(note).toMatchObject({ noteId: 'n1', item: { content: 'The note.' } });
  });

  it('removes page breaks from the text and records their positions', () => {
    const blocks = read(
      '<p><span epub:type="pagebreak" id="p1" title="1"/>One <span class="pagenum" id="p2">[2]</span>two.</p><p>Three.</p>',
    );
    expect(blocks.map(({ item }) => item.content)).toEqual(['One two.', 'Three.']);
    expect(blocks[0]?.anchors.filter((anchor) => anchor.isPageBreak)).toEqual([
      { id: 'p1', isInside: false, isPageBreak: true },
      { id: 'p2', isInside: true, isPageBreak: true },
    ]);
  });

  it('marks links to the previous and next page as abandoned', () => {
    expect(
      items('<p>Text.</p><div class="prevnext"><p>Next: <a href="b.xhtml">B</a></p></div>').map(
        (item) => item.type,
      ),
    ).toEqual(['text', 'abandon']);
  });

  it('keeps a scene break only between two passages', () => {
    const contents = items('<hr/><p>a</p><hr/><p>b</p><hr/><h2>c</h2>').map((item) => item.content);
    expect(contents).toEqual(['a', '* * *', 'b', 'c']);
  });

  it('reports an alignment only where it differs from the default of the writing direction', () => {
    const css = '.c { text-align: center } p { text-align: right }';
    expect(items('<p>a</p><p class="c">b</p>', { css, language: 'he', html: 'dir="rtl"' })).toEqual([
      { type: 'text', content: 'a' },
      { type: 'text', content: 'b', text_align: 'center' },
    ]);
    expect(items('<p>a</p>', { css })).toEqual([{ type: 'text', content: 'a', text_align: 'right' }]);
  });

  it('reads 4,000 nested elements, and rejects 100,000', () => {
    const blocks = items(`${'<div>'.repeat(4000)}deep${'</div>'.repeat(4000)}`);
    expect(blocks.map((item) => item.content)).toEqual(['deep']);
    expect(() => items('<b>'.repeat(100_000))).toThrow('damaged');
  });
});
