import 'reflect-metadata';
import type { Server } from 'node:http';
import { CORRELATION_HEADER } from '@hamkhan/contracts/identity';
import type { INestApplicationContext, Type, DynamicModule } from '@nestjs/common';
import { ModuleRef, NestFactory } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Connection } from 'mongoose';
import { ConfigError, type KafkaConfig, type ProcessConfig } from './config.js';
import { assertServesItsRoutes } from './http/served-routes.js';
import { discardUnreadBodies } from './http/unread-bodies.js';
import { registerFormBodies } from './multipart/form-body.js';
import { EventDispatcher } from './kafka/event-dispatcher.js';
import { EventProducer } from './kafka/event-producer.js';
import { KafkaEventServer } from './kafka/kafka-event-server.js';
import { OutboxRelay } from './kafka/outbox-relay.js';
import { exitOnUncaughtError } from './last-resort.js';
import { applyIndexes } from './mongo/mongo.js';
import { ObjectStore } from './object-store/object-store.js';
import { startAdminServer, type ServedRoute } from './observability/admin-server.js';
import { Health } from './observability/health.js';
import { NestLogger, type Logger } from './observability/logger.js';
import { Metrics } from './observability/metrics.js';
import { LOGGER } from './platform-module.js';
import { Queues } from './queue/queues.js';
import { correlationIdFrom, runInContext } from './request-context.js';
import { Migrations } from './migrations.js';

const DRAIN_MS = 20_000;
const FORCE_EXIT_MS = 30_000;
const IDLE_SWEEP_MS = 100;
/** How often connections are checked for slow headers and requests; the default of 30 s would triple the time limits. */
const TIMEOUT_CHECK_MS = 5_000;
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export type ServiceOptions = {
  name: string;
  config: ProcessConfig & Partial<KafkaConfig>;
  module: Type | DynamicModule;
  /** Kafka consumer group; without one the process consumes nothing. Each gateway instance has its own group. */
  consumerGroup?: string;
  /** False keeps the process ready while its consumer is disconnected. Default true. */
  isConsumerRequired?: boolean;
  /** Addresses and networks whose X-Forwarded-* headers are trusted. Default none. */
  trustedProxies?: string[];
  /** False for processes without an HTTP API (workers). */
  http?: boolean;
  configureHttp?: (app: NestFastifyApplication) => Promise<void> | void;
};

export type RunningService = { app: NestFastifyApplication; stop: () => Promise<void> };

/**
 * Starts a service: admin server, Kafka consumer, HTTP, outbox relay. It stops in the reverse order. Tests call it directly;
 * `runService` adds signal handling.
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
      if (options.isConsumerRequired ?? true) strategy.reportTo(health);
      app.connectMicroservice({ strategy }, { inheritAppConfig: false });
      await app.startAllMicroservices();
    }
    if (options.http === false) await app.init();
    else {
      await app.listen(config.PORT, config.HOST);
      assertServesItsRoutes(options.name, routes);
    }
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
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    // Public paths end with a slash (ACC-CONV-13); Nest strips it when it registers routes.
    routerOptions: { ignoreTrailingSlash: true },
  });
  const routes: ServedRoute[] = [];
  adapter.getInstance().addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) if (verb !== 'HEAD') routes.push({ method: verb, url });
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
  discardUnreadBodies(fastify);
  await options.configureHttp?.(app);
  return { app, routes };
}

/** Reports not ready so that traffic moves away, drains consumers, jobs and the relay, then closes connections. */
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

/** Closes idle connections repeatedly: one that becomes idle during the close would delay it by its whole keep-alive timeout. */
async function closeApp(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer();
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}

/** A provider this process may lack. Uses ModuleRef because `app.get` logs a missing provider as an error. */
function optional<T>(app: INestApplicationContext, token: Type<T> | string): T | undefined {
  try {
    return app.get(ModuleRef).get<T>(token, { strict: false });
  } catch {
    return undefined;
  }
}

/**
 * Entry point of a service. The role `migrate` (first argument) creates collections, indexes and the bucket and exits; any
 * other value serves until SIGTERM or SIGINT. An invalid configuration is printed and ends the process with code 78.
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

/** Creates the declared collections, indexes and the bucket, then runs the migrations of the features. Idempotent. */
export async function prepareStores(app: INestApplicationContext): Promise<void> {
  const connection = optional<Connection>(app, getConnectionToken());
  if (connection) await applyIndexes(connection);
  await optional(app, ObjectStore)?.prepare();
  await optional(app, Migrations)?.run();
}

async function serve(options: ServiceOptions): Promise<void> {
  const service = await startService(options);
  let stopped: Promise<void> | undefined;
  const drain = (): Promise<void> => (stopped ??= service.stop());
  const stop = (): void => {
    if (stopped) return;
    setTimeout(() => process.exit(1), FORCE_EXIT_MS).unref();
    drain().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  exitOnUncaughtError({
    process,
    logger: service.app.get<Logger>(LOGGER),
    drain,
    exit: (code) => process.exit(code),
  });
}
