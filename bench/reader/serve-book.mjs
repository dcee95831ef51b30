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

/**
 * Serves the built web and the calls a reader makes, for a free book of `pages` pages; the bench measures the reader alone.
 *
 * @param {{ dist: string, pages: number }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function serveBook({ dist, pages }) {
  const json = (response, body, status = 200) => {
    const bytes = gzipSync(JSON.stringify(body), { level: 1 });
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bytes);
  };
  const api = (url, response) => {
    const query = url.searchParams;
    if (url.pathname.startsWith('/api/document/metadata/')) {
      const metadata = metadataOf(pages);
      const page = pageOf(Math.min(pages - 1, Number(query.get('page') ?? 0)));
      return json(response, {
        status: 'success',
        metadata,
        current_page: page,
        current_page_loaded: true,
        modified_date: metadata.modified_date,
        purchased: true,
        reading: null,
      });
    }
    if (url.pathname.startsWith('/api/document/pages/')) {
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 100)];
      const from = (page - 1) * size;
      const count = Math.max(0, Math.min(size, pages - from));
      return json(response, {
        pages: Array.from({ length: count }, (_, at) => pageOf(from + at)),
        pagination: { page, per_page: size, total_items: pages },
      });
    }
    if (url.pathname.startsWith('/api/document/contents/'))
      return json(response, { status: 'success', entries: contentsOf(pages) });
    if (url.pathname.startsWith('/api/document/find/')) {
      const results = Array.from({ length: Math.min(pages, 40) }, (_, at) => ({
        pageNumber: at + 1,
        snippet: 'آدم درستکار … زندگی ما در جزئیات هدر می‌رود. سادگی، سادگی، سادگی!',
        snippet_match: [14, 19],
        isTranslated: true,
        matchIndex: 0,
        itemType: 'text',
        headingId: null,
        item_id: 'p1',
      }));
      return json(response, { status: 'success', results, truncated: false });
    }
    return json(response, { status: 'error', error: 'not here' }, 404);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith('/api/')) return void api(url, response);
    const asked = path.normalize(url.pathname);
    const file = path.extname(asked) ? path.join(dist, asked) : path.join(dist, 'index.html');
    readFile(file).then(
      (bytes) =>
        response
          .writeHead(200, {
            'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
            'cache-control': asked.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
          })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
