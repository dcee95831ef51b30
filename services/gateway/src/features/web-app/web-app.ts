import { Health } from '@hamkhan/platform/observability/health';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type GatewayConfig } from '../../config.js';
import { sendWebFile } from './send-web-file.js';
import { loadWebFiles, type WebFile } from './web-files.js';
import { fileFor } from './web-request.domain.js';

/** Serves the built web application from memory (docs/adr/0020). */
@Injectable()
export class WebApp implements OnModuleInit {
  private files: ReadonlyMap<string, WebFile> = new Map();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly health: Health,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Without a built application the gateway serves the API but is not ready. */
  async onModuleInit(): Promise<void> {
    this.health.addReady('web application', () => {
      if (!this.files.has('/index.html')) throw new Error('not built');
    });
    try {
      this.files = await loadWebFiles(this.config.WEB_ROOT);
    } catch (error) {
      this.logger.error({ err: error }, 'web application not found; run npm run build');
    }
  }

  /** Serves a GET or HEAD outside the API. Returns false when no file matches. */
  serve(request: FastifyRequest, reply: FastifyReply, https: boolean): boolean {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const path = fileFor(pathname, request.headers.accept, (wanted) => this.files.has(wanted));
    const file = path === null ? undefined : this.files.get(path);
    return file !== undefined && sendWebFile(request, reply, file, https);
  }
}
