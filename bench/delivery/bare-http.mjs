import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';

/**
 * The baseline: a node server without any logic. `/page` sends prepared bytes with our headers; `/chunk` serialises its pages
 * on each request. Arguments: port, file with the bytes of `/page`, file with the JSON of `/chunk`.
 */
const [, , port, pageFile, chunkFile] = process.argv;
const page = await readFile(pageFile);
const chunk = JSON.parse(await readFile(chunkFile, 'utf8'));
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding, Authorization',
  etag: '"a-tag-of-the-page.g"',
};

createServer((request, response) => {
  if (request.url === '/page') {
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip', 'content-length': page.length });
    response.end(page);
    return;
  }
  const body = Buffer.from(JSON.stringify(chunk));
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
