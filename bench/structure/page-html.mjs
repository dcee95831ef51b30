import { readFileSync } from 'node:fs';

const COLOURS = {
  heading: '#c2185b',
  text: '#1565c0',
  list: '#2e7d32',
  table: '#ef6c00',
  figure: '#6a1b9a',
  math: '#00838f',
  code: '#4e342e',
  abandon: '#9e9e9e',
};
const RTL = new Set(['ar', 'he', 'fa']);

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const colourOf = (type) => COLOURS[type] ?? '#f9a825';

/** One page of the contact sheet: the page image with a numbered frame for each item, and the items beside it. */
export function pageToHtml(page, picture, language) {
  const items = page.items ?? [];
  const source = picture ? `data:image/png;base64,${readFileSync(picture).toString('base64')}` : '';
  const frames = items.map((item, i) => frameOf(item, i)).join('');
  const list = items.map((item, i) => itemToHtml(item, i, page.images ?? [])).join('');
  const info = page.error ? `<b>${escaped(page.error)}</b>` : escaped(JSON.stringify(page.page_info));
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 8px; display: flex; gap: 12px; font: 14px/1.45 "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", sans-serif; }
    .page { position: relative; flex: 0 0 800px; align-self: start; }
    .page img { width: 800px; display: block; }
    .frame { position: absolute; border: 1.5px solid; font: 10px sans-serif; }
    .frame b { position: absolute; inset-inline-start: -16px; inset-block-start: 0; }
    .items { flex: 1; min-width: 0; } .item { border-inline-start: 3px solid; padding-inline-start: 6px; margin-block: 5px; overflow-wrap: anywhere; }
    .label { font: 10px sans-serif; } table { border-collapse: collapse; font-size: 12px; } td, th { border: 1px solid #888; padding: 1px 4px; }
    .item div { white-space: pre-line; } h1, h2, h3 { margin: 0; } h1 { font-size: 22px; } h2 { font-size: 18px; } h3 { font-size: 15px; } pre { margin: 0; white-space: pre-wrap; font-size: 12px; }
    .items img { max-width: 300px; max-height: 220px; border: 1px dotted #999; } ul, ol { margin: 0; } .info { font: 11px monospace; }
  </style><div class="page">${source ? `<img src="${source}">${frames}` : ''}</div>
  <div class="items" dir="${RTL.has(language) ? 'rtl' : 'ltr'}"><div class="info">${page.pageNumber + 1} ${info}</div>${list}</div>`;
}

function frameOf(item, i) {
  if (!item.bbox) return '';
  const [x0, y0, x1, y1] = item.bbox.map((value) => value * 100);
  return `<div class="frame" style="left:${x0}%;top:${y0}%;width:${x1 - x0}%;height:${y1 - y0}%;color:${colourOf(item.type)}"><b>${i + 1}</b></div>`;
}

function itemToHtml(item, i, images) {
  const colour = colourOf(item.type);
  const label = [i + 1, item.type, item.level, item.text_align, item.confidence?.toFixed(2)]
    .filter((part) => part !== undefined)
    .join(' ');
  return `<div class="item" style="border-color:${colour}"><div class="label" style="color:${colour}">${label}</div>${bodyOf(item, images)}</div>`;
}

function bodyOf(item, images) {
  const picture = images.find((image) => image.name === item.src);
  const shown = picture ? `<img src="data:${picture.mediaType};base64,${picture.bytes}">` : '';
  switch (item.type) {
    case 'heading':
      return `<h${item.level}>${escaped(item.content)}</h${item.level}>`;
    case 'list':
      return listToHtml(item['list-items'], item.list_type);
    case 'table':
      return tableToHtml(item.content);
    case 'code':
      return `<pre>${escaped(item.content)}</pre>`;
    default:
      return `${shown}<div>${escaped(item.content)}</div>`;
  }
}

function listToHtml(entries, type) {
  const tag = type === 'ordered' ? 'ol' : 'ul';
  const inner = entries
    .map(
      (entry) =>
        `<li>${escaped(entry.content)}${entry['list-items'] ? listToHtml(entry['list-items'], entry.list_type) : ''}</li>`,
    )
    .join('');
  return `<${tag}>${inner}</${tag}>`;
}

function tableToHtml(markdown) {
  const rows = markdown
    .split('\n')
    .filter((_, i) => i !== 1)
    .map((row) =>
      row
        .trim()
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/),
    );
  return `<table>${rows
    .map(
      (row, i) =>
        `<tr>${row.map((cell) => `<${i ? 'td' : 'th'}>${escaped(cell.trim())}</${i ? 'td' : 'th'}>`).join('')}</tr>`,
    )
    .join('')}</table>`;
}
