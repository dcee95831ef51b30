import 'reflect-metadata';
import type { Server } from 'node:http';
import { CORRELATION_HEADER } from '@hamkhan/contracts/identity';
import type { INestApplicationContext, Type, DynamicModule } from '@nestjs/common';
import { ModuleRef, NestFactory } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Connection } from 'mongoose';
import { ConfigError, type KafkaConfig, type ProcessConfig } from './config.js';
import { registerFormBodies } from './http/form-body.js';
import { EventDispatcher } from './kafka/event-dispatcher.js';
import { EventProducer } from './kafka/event-producer.js';
import { KafkaEventServer } from './kafka/kafka-event-server.js';
import { OutboxRelay } from './kafka/outbox-relay.js';
import { applyIndexes } from './mongo/mongo.js';
import { ObjectStore } from './object-store/object-store.js';
import { startAdminServer, type ServedRoute } from './observability/admin-server.js';
import { Health } from './observability/health.js';
import { NestLogger, type Logger } from './observability/logger.js';
import { Metrics } from './observability/metrics.js';
import { LOGGER } from './platform-module.js';
import { Queues } from './queue/queues.js';
import { correlationIdFrom, runInContext } from './request-context.js';
import { StoreSteps } from './store-steps.js';

const DRAIN_MS = 20_000;
const FORCE_EXIT_MS = 30_000;
const IDLE_SWEEP_MS = 100;
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export type ServiceOptions = {
  name: string;
  config: ProcessConfig & Partial<KafkaConfig>;
  module: Type | DynamicModule;
  /** Kafka group; the process consumes only when it has one. Each gateway instance has its own. */
  consumerGroup?: string;
  /** False where the process does its main work without its consumer: Kafka's absence must not take it down. */
  consumerIsVital?: boolean;
  /** False for processes without an HTTP API (workers). */
  http?: boolean;
  configureHttp?: (app: NestFastifyApplication) => Promise<void> | void;
};

export type RunningService = { app: NestFastifyApplication; stop: () => Promise<void> };

/**
 * Starts a service: HTTP, Kafka consumer, outbox relay, health and metrics; in this order it becomes ready, in the opposite
 * order it stops. Tests call it too; `runService` adds signals for real processes.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config } = options;
  const { app, routes } = await createApp(options);
  const logger = app.get<Logger>(LOGGER);
  const health = app.get(Health);
  const metrics = app.get(Metrics);
  const adminPort = config.ADMIN_PORT ?? config.PORT + 1_000;
  const admin = await startAdminServer(config.HOST, adminPort, health, metrics, routes);

  try {
    if (options.consumerGroup && config.KAFKA_BROKERS) {
      const kafka = { KAFKA_PREFIX: '', ...config, KAFKA_BROKERS: config.KAFKA_BROKERS };
      const strategy = new KafkaEventServer(options.name, options.consumerGroup, kafka, logger);
      if (options.consumerIsVital ?? true) strategy.reportTo(health);
      app.connectMicroservice({ strategy }, { inheritAppConfig: false });
      await app.startAllMicroservices();
    }
    if (options.http === false) await app.init();
    else await app.listen(config.PORT, config.HOST);
  } catch (error) {
    await stopService(app, admin, health).catch(() => undefined);
    throw error;
  }
  optional(app, OutboxRelay)?.start();
  health.setServing(true);
  logger.info({ port: config.PORT, adminPort }, `${options.name} is ready`);
  return { app, stop: () => stopService(app, admin, health) };
}

async function createApp(
  options: ServiceOptions,
): Promise<{ app: NestFastifyApplication; routes: readonly ServedRoute[] }> {
  const adapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    keepAliveTimeout: 61_000,
    // Our paths end with a slash (ACC-CONV-13), but Nest takes it from the routes it registers.
    routerOptions: { ignoreTrailingSlash: true },
  });
  const routes: ServedRoute[] = [];
  adapter.getInstance().addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, url });
  });
  const app = await NestFactory.create<NestFastifyApplication>(options.module, adapter, {
    bufferLogs: true,
    abortOnError: false,
  });
  const logger = app.get<Logger>(LOGGER);
  app.useLogger(new NestLogger(logger));
  const fastify = adapter.getInstance();
  const metrics = app.get(Metrics);
  fastify.addHook('onRequest', (request, reply, done) => {
    const correlationId = correlationIdFrom(request.headers[CORRELATION_HEADER]);
    void reply.header(CORRELATION_HEADER, correlationId);
    runInContext({ correlationId, actor: 'request' }, done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    metrics.httpSeconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
    done();
  });
  registerFormBodies(fastify);
  await options.configureHttp?.(app);
  return { app, routes };
}

/** Not ready first, so that traffic goes elsewhere; then consumers, jobs and the relay drain; then connections close. */
async function stopService(app: NestFastifyApplication, admin: Server, health: Health): Promise<void> {
  health.setServing(false);
  optional(app, EventDispatcher)?.stop();
  await optional(app, Queues)?.close(DRAIN_MS);
  await optional(app, OutboxRelay)?.stop();
  await closeApp(app);
  await optional(app, EventProducer)?.close();
  await new Promise<void>((resolve) => {
    admin.close(() => resolve());
    admin.closeAllConnections();
  });
}

/** A connection that falls idle after the server began to close would be waited for during its whole keep-alive time. */
async function closeApp(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer();
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

/** A building block that this process may not have. Asked through ModuleRef: the application logs a miss as an error. */
function optional<T>(app: INestApplicationContext, token: Type<T> | string): T | undefined {
  try {
    return app.get(ModuleRef).get<T>(token, { strict: false });
  } catch {
    return undefined;
  }
}

/**
 * The whole of a service's main.ts. Role `migrate` (first argument) creates collections, indexes and the bucket and exits;
 * anything else serves until SIGTERM or SIGINT. A configuration that is not valid is printed and ends the process with 78.
 */
export async function runService(
  load: () => ServiceOptions,
  role: string | undefined = process.argv[2],
): Promise<void> {
  try {
    const options = load();
    if (role === 'migrate') await migrate(options);
    else await serve(options);
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`);
      process.exit(78);
    }
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  }
}

async function migrate(options: ServiceOptions): Promise<void> {
  const app = await NestFactory.createApplicationContext(options.module, {
    logger: ['error'],
    abortOnError: false,
  });
  await prepareStores(app);
  await app.close();
  process.exit(0);
}

/** Collections, indexes and the bucket, as the code declares them, then the steps of the features. Idempotent. */
export async function prepareStores(app: INestApplicationContext): Promise<void> {
  const connection = optional<Connection>(app, getConnectionToken());
  if (connection) await applyIndexes(connection);
  await optional(app, ObjectStore)?.prepare();
  await optional(app, StoreSteps)?.take();
}

async function serve(options: ServiceOptions): Promise<void> {
  const service = await startService(options);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), FORCE_EXIT_MS).unref();
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
