import { accountExportFileRoute } from '@hamkhan/contracts/routes/account-export';
import { AppError } from '@hamkhan/platform/app-error';
import { serveRoute } from '@hamkhan/platform/http/serve-route';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AccountExportService } from './account-export.service.js';

/** Delivers an export as a download to the user who requested it. */
export function registerExportRoutes(app: NestFastifyApplication): void {
  const exports = app.get(AccountExportService);

  serveRoute(app, accountExportFileRoute, async (request, reply, identity) => {
    if (!identity) throw new AppError('AUTH.LOGIN_REQUIRED');
    const { stream, size } = await exports.open(request.params.exportId, identity);
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename*=UTF-8''hamkhan.zip`,
      'content-length': size,
    });
    return reply.type('application/zip').send(stream);
  });
}
