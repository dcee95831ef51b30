import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadDocumentsConfig } from './config.js';
import { registerExportRoutes } from './features/account-export/account-export.routes.js';
import { registerAuditHook } from './features/audit/audit-hook.js';
import { registerLiveRoutes } from './features/live/live.routes.js';
import { registerMediaRoutes } from './features/media/media.routes.js';
import { registerOriginalRoutes } from './features/original/original.routes.js';
import { registerReaderRoutes } from './features/reader/reader.routes.js';

/** The service as main.ts and the tests start it. */
export function documentsService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadDocumentsConfig(env);
  return {
    name: 'documents',
    config,
    module: AppModule.for(config),
    consumerGroup: 'documents',
    configureHttp: (app) => {
      registerAuditHook(app);
      registerReaderRoutes(app);
      registerLiveRoutes(app);
      registerMediaRoutes(app);
      registerOriginalRoutes(app);
      registerExportRoutes(app);
    },
  };
}
