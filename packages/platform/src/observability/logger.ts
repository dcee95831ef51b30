import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import { currentContext } from '../request-context.js';

export type { Logger } from 'pino';

/** Creates the log of a process: JSON lines on stdout with the correlation id of the current request, event or job. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { service: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const context = currentContext();
      return context ? { correlationId: context.correlationId } : {};
    },
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.secret'],
    formatters: { level: (label) => ({ level: label }) },
  });
}

/** Adapts our log for Nest. Nest's start-up messages become debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}
