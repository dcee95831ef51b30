import { Inject, Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { getConnectionToken, getModelToken, MongooseModule } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import type {
  IdentityConfig,
  KafkaConfig,
  MongoConfig,
  ObjectStoreConfig,
  ProcessConfig,
  RedisConfig,
} from './config.js';
import { databaseOf, keyPrefixOf } from './access/service-rights.js';
import { AccessGuard } from './http/access.js';
import { ErrorFilter, type ErrorStyle } from './http/error-filter.js';
import { IdentityToken } from './http/identity-token.js';
import { EventDispatcher } from './kafka/event-dispatcher.js';
import { EventProducer } from './kafka/event-producer.js';
import { INBOX, InboxSchema, type InboxRow } from './kafka/inbox.schema.js';
import { createKafka, prefixed } from './kafka/kafka-client.js';
import { Outbox } from './kafka/outbox.js';
import { OutboxRelay } from './kafka/outbox-relay.js';
import { OUTBOX, OutboxSchema, type OutboxRow } from './kafka/outbox.schema.js';
import { LEASES, LeaseSchema, type LeaseRow } from './lease/lease.schema.js';
import { RateLimits } from './limits/rate-limits.js';
import { AbandonedTransactions } from './mongo/abandoned-transactions.js';
import { boundedQueries, connectionOptions } from './mongo/mongo.js';
import { UnitOfWork } from './mongo/unit-of-work.js';
import { ObjectStore } from './object-store/object-store.js';
import { Health } from './observability/health.js';
import { createLogger, type Logger } from './observability/logger.js';
import { Metrics } from './observability/metrics.js';
import { Queues } from './queue/queues.js';
import { Migrations } from './migrations.js';

/** Injects the logger of the process: `@InjectLogger() private readonly logger: Logger` with `import type { Logger }`. */
export const LOGGER = Symbol('logger');
export const InjectLogger = (): ParameterDecorator & PropertyDecorator => Inject(LOGGER);

/** Prefix of the `appName` of our MongoDB connections. */
const APP_NAMES = 'hamkhan-';

/** Default prefix of databases and queues, and default name of the bucket. */
const DEFAULT_NAME = 'hamkhan';

export type PlatformOptions = {
  /** Service name: database `<prefix>_<name>`, Kafka client and group, log and metric label. */
  name: string;
  config: ProcessConfig &
    Partial<MongoConfig & KafkaConfig & RedisConfig & ObjectStoreConfig & IdentityConfig>;
  errorStyle: ErrorStyle;
};

/**
 * The building blocks of a service, as a global module. The configuration decides what can be injected: MONGODB_URI adds
 * `UnitOfWork`; with KAFKA_BROKERS also `Outbox`, `OutboxRelay` and `EventDispatcher`; REDIS_URL adds `Queues` and `RateLimits`;
 * S3_ENDPOINT adds `ObjectStore`; IDENTITY_SECRET adds the guard of `@Access`.
 */
@Module({})
export class PlatformModule {
  static forRoot({ name, config, errorStyle }: PlatformOptions): DynamicModule {
    const {
      MONGODB_URI,
      KAFKA_BROKERS,
      REDIS_URL,
      S3_ENDPOINT,
      S3_ACCESS_KEY,
      S3_SECRET_KEY,
      IDENTITY_SECRET,
    } = config;
    const providers = commonProviders(name, config, errorStyle);
    if (MONGODB_URI) providers.push(...mongoProviders());
    if (MONGODB_URI && KAFKA_BROKERS) {
      providers.push(...eventProviders(name, { KAFKA_PREFIX: '', ...config, KAFKA_BROKERS }));
    }
    if (REDIS_URL) {
      const QUEUE_PREFIX = keyPrefixOf(config.QUEUE_PREFIX ?? DEFAULT_NAME, name);
      providers.push(...redisProviders({ REDIS_URL, QUEUE_PREFIX }));
    }
    if (S3_ENDPOINT && S3_ACCESS_KEY && S3_SECRET_KEY) {
      const address = { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY };
      const defaults = { S3_BUCKET: DEFAULT_NAME, S3_REGION: 'us-east-1' };
      providers.push(objectStoreProvider({ ...defaults, ...config, ...address }));
    }
    if (IDENTITY_SECRET) providers.push(...identityProviders(IDENTITY_SECRET));
    return {
      module: PlatformModule,
      global: true,
      imports: MONGODB_URI ? mongoImports(name, MONGODB_URI, config.MONGODB_PREFIX ?? DEFAULT_NAME) : [],
      providers,
      exports: providers
        .map(({ provide }) => provide)
        .filter((token) => token !== APP_FILTER && token !== APP_GUARD),
    };
  }
}

const commonProviders = (name: string, config: ProcessConfig, errorStyle: ErrorStyle): FactoryProvider[] => [
  { provide: LOGGER, useFactory: () => createLogger(name, config.LOG_LEVEL) },
  { provide: Health, useFactory: () => new Health() },
  { provide: Metrics, useFactory: () => new Metrics(name) },
  { provide: Migrations, useFactory: () => new Migrations() },
  {
    provide: APP_FILTER,
    useFactory: (logger: Logger) => new ErrorFilter(errorStyle, logger),
    inject: [LOGGER],
  },
];

const mongoProviders = (): FactoryProvider[] => [
  {
    provide: UnitOfWork,
    useFactory: (connection: Connection, health: Health) => {
      health.addReady('mongodb', async () => {
        await connection.db?.command({ ping: 1 });
      });
      return new UnitOfWork(connection);
    },
    inject: [getConnectionToken(), Health],
  },
  {
    provide: AbandonedTransactions,
    useFactory: (connection: Connection, logger: Logger) =>
      new AbandonedTransactions(connection, APP_NAMES, logger),
    inject: [getConnectionToken(), LOGGER],
  },
];

const redisProviders = (redis: RedisConfig): FactoryProvider[] => [
  {
    provide: Queues,
    useFactory: (health: Health, metrics: Metrics, logger: Logger) =>
      new Queues(redis, health, metrics, logger),
    inject: [Health, Metrics, LOGGER],
  },
  {
    provide: RateLimits,
    useFactory: (logger: Logger) => new RateLimits(redis, logger),
    inject: [LOGGER],
  },
];

const objectStoreProvider = (store: ObjectStoreConfig): FactoryProvider => ({
  provide: ObjectStore,
  useFactory: (health: Health) => new ObjectStore(store, health),
  inject: [Health],
});

const identityProviders = (secret: string): FactoryProvider[] => [
  { provide: IdentityToken, useFactory: () => new IdentityToken(secret) },
  {
    provide: APP_GUARD,
    useFactory: (tokens: IdentityToken) => new AccessGuard(tokens),
    inject: [IdentityToken],
  },
];

const mongoImports = (name: string, uri: string, prefix: string): DynamicModule[] => [
  MongooseModule.forRoot(uri, {
    ...connectionOptions(`${APP_NAMES}${name}`, databaseOf(prefix, name)),
    retryAttempts: 5,
    retryDelay: 1_000,
    connectionFactory: (connection: Connection) => {
      connection.plugin(boundedQueries);
      return connection;
    },
  }),
  MongooseModule.forFeature([
    { name: OUTBOX, schema: OutboxSchema },
    { name: LEASES, schema: LeaseSchema },
    { name: INBOX, schema: InboxSchema },
  ]),
];

const eventProviders = (name: string, kafka: KafkaConfig): FactoryProvider[] => [
  {
    provide: EventProducer,
    useFactory: (logger: Logger) => new EventProducer(createKafka(name, kafka, logger)),
    inject: [LOGGER],
  },
  {
    provide: Outbox,
    useFactory: (rows: Model<OutboxRow>) => new Outbox(rows, name, (topic) => prefixed(kafka, topic)),
    inject: [getModelToken(OUTBOX)],
  },
  {
    provide: OutboxRelay,
    useFactory: (
      rows: Model<OutboxRow>,
      leases: Model<LeaseRow>,
      producer: EventProducer,
      metrics: Metrics,
      logger: Logger,
      unitOfWork: UnitOfWork,
    ) => {
      const relay = new OutboxRelay(rows, leases, producer, metrics, logger);
      unitOfWork.onCommit(() => relay.nudge());
      return relay;
    },
    inject: [getModelToken(OUTBOX), getModelToken(LEASES), EventProducer, Metrics, LOGGER, UnitOfWork],
  },
  {
    provide: EventDispatcher,
    useFactory: (
      inbox: Model<InboxRow>,
      unitOfWork: UnitOfWork,
      producer: EventProducer,
      metrics: Metrics,
      logger: Logger,
    ) => new EventDispatcher(prefixed(kafka, name), inbox, unitOfWork, producer, metrics, logger),
    inject: [getModelToken(INBOX), UnitOfWork, EventProducer, Metrics, LOGGER],
  },
];
