import { originalFileRoute } from '@hamkhan/contracts/routes/reader';
import { serveRoute } from '@hamkhan/platform/http/serve-route';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ByteRange } from '../page/byte-range.domain.js';
import { sendRange } from '../page/send-range.js';
import { mediaTypeOf } from '../upload/file-kind.domain.js';
import { attachment, originalFileName } from './original-name.domain.js';
import { OriginalService } from './original.service.js';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  // A file from a user: if a browser opens it anyway, it runs nothing.
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
};

/** Delivers the uploaded file as a download, with range requests (G39; RFC 9110, 14). */
export function registerOriginalRoutes(app: NestFastifyApplication): void {
  const originals = app.get(OriginalService);

  serveRoute(app, originalFileRoute, async (request, reply, identity) => {
    const { document, size } = await originals.open(request.params.documentId, identity);
    const { title, kind, sha256 } = document;
    reply.headers({
      ...HEADERS,
      etag: `"${sha256}"`,
      'content-disposition': attachment(originalFileName(title, kind)),
    });
    const read = (part: ByteRange) => originals.readPart(document, part);
    return sendRange(request, reply, { size, mediaType: mediaTypeOf(kind), read });
  });
}
