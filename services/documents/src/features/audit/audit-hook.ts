import { CLIENT_ADDRESS_HEADER } from '@hamkhan/contracts/identity';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { LOGGER } from '@hamkhan/platform/platform-module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditedAction } from './audited-act.domain.js';

/**
 * Reports downloads of originals, changes by staff and changes by administrators who act as a reader to the security log. It
 * runs after the response; a failure is logged.
 */
export function registerAuditHook(app: NestFastifyApplication): void {
  const outbox = app.get(Outbox);
  const unitOfWork = app.get(UnitOfWork);
  const logger = app.get<Logger>(LOGGER);

  const report = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { identity, method } = request;
    if (!identity) return;
    const route = request.routeOptions.url ?? '';
    const { range } = request.headers;
    const action = auditedAction(identity, { method, route, status: reply.statusCode, range });
    if (action === null) return;
    const { userId, sessionId, impersonatedBy } = identity;
    const address = request.headers[CLIENT_ADDRESS_HEADER];
    const ip = typeof address === 'string' ? address : request.ip;
    const path = request.url.split('?')[0] ?? '';
    const data = { action, userId, sessionId, impersonatedBy, ip, method, path };
    await unitOfWork.run((tx) =>
      outbox.add(
        'documents.request.audited',
        { aggregateId: userId, aggregateVersion: Date.now(), data },
        tx,
      ),
    );
  };

  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', (request, reply, done) => {
      report(request, reply).catch((error: unknown) =>
        logger.error({ err: error }, 'could not report to the security log'),
      );
      done();
    });
}
