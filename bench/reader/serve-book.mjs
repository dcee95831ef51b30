import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { contentsOf, metadataOf, pageOf } from './book.mjs';

const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

const FOUND_PAGES = 40;

function metadataResponse(pages, query) {
  const metadata = metadataOf(pages);
  return {
    status: 'success',
    metadata,
    current_page: pageOf(Math.min(pages - 1, Number(query.get('page') ?? 0))),
    current_page_loaded: true,
    modified_date: metadata.modified_date,
    purchased: true,
    reading: null,
  };
}

function chunkResponse(pages, query) {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 100)];
  const from = (page - 1) * size;
  const count = Math.max(0, Math.min(size, pages - from));
  return {
    pages: Array.from({ length: count }, (_, at) => pageOf(from + at)),
    pagination: { page, per_page: size, total_items: pages },
  };
}

function findResponse(pages) {
  const results = Array.from({ length: Math.min(pages, FOUND_PAGES) }, (_, at) => ({
    pageNumber: at + 1,
    snippet: 'آدم درستکار … زندگی ما در جزئیات هدر می‌رود. سادگی، سادگی، سادگی!',
    snippet_match: [14, 19],
    isTranslated: true,
    matchIndex: 0,
    itemType: 'text',
    headingId: null,
    item_id: 'p1',
  }));
  return { status: 'success', results, truncated: false };
}

/** Responses by the beginning of their path. */
const API = {
  '/api/document/metadata/': metadataResponse,
  '/api/document/pages/': chunkResponse,
  '/api/document/contents/': (pages) => ({ status: 'success', entries: contentsOf(pages) }),
  '/api/document/find/': findResponse,
};

function sendApi(url, pages, response) {
  const path = Object.keys(API).find((prefix) => url.pathname.startsWith(prefix));
  const [status, body] = path
    ? [200, API[path](pages, url.searchParams)]
    : [404, { status: 'error', error: 'not found' }];
  const bytes = gzipSync(JSON.stringify(body), { level: 1 });
  response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bytes);
}

async function sendFile(url, dist, response) {
  const requested = path.normalize(url.pathname);
  const file = path.extname(requested) ? path.join(dist, requested) : path.join(dist, 'index.html');
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': requested.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    })
    .end(bytes);
}

/**
 * Serves the built web application and the API calls of the reader, for a free book of `pages` pages.
 *
 * @param {{ dist: string, pages: number }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function serveBook({ dist, pages }) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith('/api/')) sendApi(url, pages, response);
    else void sendFile(url, dist, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
