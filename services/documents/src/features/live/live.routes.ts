import { DocumentEventsQuery } from '@hamkhan/contracts/http/documents';
import { CLIENT_ADDRESS_HEADER, CORRELATION_HEADER } from '@hamkhan/contracts/identity';
import { documentEventsRoute } from '@hamkhan/contracts/routes/library';
import { AppError } from '@hamkhan/platform/app-error';
import { parseInput } from '@hamkhan/platform/http/parse-input';
import { serveRoute } from '@hamkhan/platform/http/serve-route';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { ReaderService } from '../reader/reader.service.js';
import { EventStream } from './event-stream.js';
import { LiveService } from './live.service.js';

/** Streams changes of the caller's documents, or of one document they can read, as server-sent events. */
export function registerLiveRoutes(app: NestFastifyApplication): void {
  const reader = app.get(ReaderService);
  const live = app.get(LiveService);

  serveRoute(app, documentEventsRoute, async (request, reply, identity) => {
    const { document } = parseInput(DocumentEventsQuery, request.query);
    if (!document && !identity) throw new AppError('AUTH.LOGIN_REQUIRED');
    const opened = document ? await reader.open(document, identity) : null;
    const forwarded = request.headers[CLIENT_ADDRESS_HEADER];
    const address = typeof forwarded === 'string' ? forwarded : request.ip;
    live.assertCapacity(identity, address);
    reply.hijack();
    const stream = new EventStream(reply.raw);
    stream.open({ [CORRELATION_HEADER]: String(reply.getHeader(CORRELATION_HEADER)) });
    await live.add({
      stream,
      reader: identity,
      address,
      language: preferredLanguage(request.headers['accept-language'], identity),
      opened,
    });
    return reply;
  });
}
