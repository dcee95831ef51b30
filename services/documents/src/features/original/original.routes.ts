import { identityOf } from '@hamkhan/platform/http/access';
import { ErrorFilter } from '@hamkhan/platform/http/error-filter';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { LOGGER } from '@hamkhan/platform/platform-module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ByteRange } from '../page/byte-range.domain.js';
import { sendPart } from '../page/send-part.js';
import { mediaTypeOf } from '../upload/file-kind.domain.js';
import { attachment, originalFileName } from './original-name.domain.js';
import { OriginalService } from './original.service.js';

type Route = { Params: { documentId: string } };

const HEADERS = {
  'x-content-type-options': 'nosniff',
  // Somebody else's file: should a browser show it after all, it runs nothing.
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
};

/** `document/original/{documentId}/`: the file as it was uploaded, to be saved, in parts where that is asked (G39; RFC 9110, 14). */
export function registerOriginalRoutes(app: NestFastifyApplication): void {
  const originals = app.get(OriginalService);
  const tokens = app.get(IdentityToken);
  const filter = new ErrorFilter('status', app.get<Logger>(LOGGER));

  app
    .getHttpAdapter()
    .getInstance()
    .get<Route>('/api/document/original/:documentId/', async (request, reply) => {
      try {
        const { documentId } = request.params;
        const { document, size } = await originals.open(documentId, identityOf(request, tokens));
        const { title, kind, sha256 } = document;
        reply.headers({
          ...HEADERS,
          etag: `"${sha256}"`,
          'content-disposition': attachment(originalFileName(title, kind)),
        });
        const read = (part: ByteRange) => originals.readPart(document, part);
        return await sendPart(request, reply, { size, mediaType: mediaTypeOf(kind), read });
      } catch (error) {
        filter.answer(error, request, reply);
        return reply;
      }
    });
}
