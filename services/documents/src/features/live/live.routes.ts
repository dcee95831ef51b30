import { CORRELATION_HEADER } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { identityOf } from '@hamkhan/platform/http/access';
import { ErrorFilter } from '@hamkhan/platform/http/error-filter';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { LOGGER } from '@hamkhan/platform/platform-module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { uiLanguageOf } from '../document/ui-language.js';
import { ReaderService } from '../reader/reader.service.js';
import { EventStream } from './event-stream.js';
import { LiveService } from './live.service.js';

const EventsQuery = z.object({ document: z.string().max(40).optional() });

/** `document/events/`: changes of the caller's documents, or of one document they may read, as server-sent events. */
export function registerLiveRoutes(app: NestFastifyApplication): void {
  const reader = app.get(ReaderService);
  const live = app.get(LiveService);
  const tokens = app.get(IdentityToken);
  const filter = new ErrorFilter('status', app.get<Logger>(LOGGER));
  const eventsQuery = new ZodPipe(EventsQuery);

  app
    .getHttpAdapter()
    .getInstance()
    .get('/api/document/events/', { exposeHeadRoute: false }, async (request, reply) => {
      try {
        const identity = identityOf(request, tokens);
        const { document } = eventsQuery.transform(request.query);
        if (!document && !identity) throw new AppError('AUTH.LOGIN_REQUIRED');
        if (identity?.overSessionLimit) throw new AppError('AUTH.SESSION_LIMIT');
        const opened = document ? await reader.open(document, identity) : null;
        live.assertFree(identity);
        reply.hijack();
        const stream = new EventStream(reply.raw);
        live.add({
          stream,
          reader: identity,
          language: uiLanguageOf(request.headers['accept-language'], identity),
          opened,
        });
        stream.open({ [CORRELATION_HEADER]: String(reply.getHeader(CORRELATION_HEADER)) });
      } catch (error) {
        filter.answer(error, request, reply);
      }
      return reply;
    });
}
