import { documentVideoRoute } from '@hamkhan/contracts/routes/reader';
import { serveRoute } from '@hamkhan/platform/http/serve-route';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ByteRange } from '../page/byte-range.domain.js';
import { signatureOf } from '../page/image-signature.domain.js';
import { isNotModified } from '../page/not-modified.js';
import { sendRange } from '../page/send-range.js';
import { mediaTypeOf } from '../media-files/media-name.domain.js';
import { MediaService } from './media.service.js';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-cache',
  'accept-ranges': 'bytes',
};

/** Delivers the videos of a document, with range requests (RFC 9110, 14). */
export function registerMediaRoutes(app: NestFastifyApplication): void {
  const media = app.get(MediaService);

  serveRoute(app, documentVideoRoute, async (request, reply, identity) => {
    const { documentId, name } = request.params;
    const { key, size } = await media.openVideo(documentId, name, signatureOf(request), identity);
    reply.headers({ ...HEADERS, etag: `"${name}"` });
    if (isNotModified(request, name)) return reply.status(304).send();
    const read = (part: ByteRange) => media.readPart(key, part);
    return sendRange(request, reply, { size, mediaType: mediaTypeOf(name), read });
  });
}
