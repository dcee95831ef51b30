import { identityOf } from '@hamkhan/platform/http/access';
import { ErrorFilter } from '@hamkhan/platform/http/error-filter';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { LOGGER } from '@hamkhan/platform/platform-module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ByteRange } from '../page/byte-range.domain.js';
import { sendPart } from '../page/send-part.js';
import { mediaTypeOf } from './media-name.domain.js';
import { MediaService } from './media.service.js';

type Route = { Params: { documentId: string; name: string }; Querystring: { e?: string; s?: string } };

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
};

/** `document/video/{documentId}/{name}/`: videos among the files of a document, in parts where a player asks for them (RFC 9110, 14). */
export function registerMediaRoutes(app: NestFastifyApplication): void {
  const media = app.get(MediaService);
  const tokens = app.get(IdentityToken);
  const filter = new ErrorFilter('status', app.get<Logger>(LOGGER));

  app
    .getHttpAdapter()
    .getInstance()
    .get<Route>('/api/document/video/:documentId/:name/', async (request, reply) => {
      const { documentId, name } = request.params;
      try {
        const identity = identityOf(request, tokens);
        const { key, size } = await media.openVideo(documentId, name, request.query, identity);
        reply.headers({ ...HEADERS, etag: `"${name}"` });
        const read = (part: ByteRange) => media.readPart(key, part);
        return await sendPart(request, reply, { size, mediaType: mediaTypeOf(name), read });
      } catch (error) {
        filter.answer(error, request, reply);
        return reply;
      }
    });
}
