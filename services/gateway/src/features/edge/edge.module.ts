import { EventProducer } from '@hamkhan/platform/kafka/event-producer';
import { createKafka } from '@hamkhan/platform/kafka/kafka-client';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { LOGGER } from '@hamkhan/platform/platform-module';
import { Module } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config.js';
import { Admission } from '../admission/admission.js';
import { ApiDocs } from '../api-docs/api-docs.js';
import { IdentityService } from '../identity/identity.service.js';
import { SessionsConsumer } from '../identity/sessions.consumer.js';
import { ApiProxy } from '../proxy/api-proxy.js';
import { BodyReader } from '../proxy/body-reader.js';
import { RefusalLog } from '../refusals/refusal-log.js';
import { Upstreams } from '../upstreams/upstreams.js';
import { WebApp } from '../web-app/web-app.js';
import { EdgeRoutes } from './edge-routes.js';

@Module({
  controllers: [SessionsConsumer],
  providers: [
    {
      provide: EventProducer,
      useFactory: (config: GatewayConfig, logger: Logger) =>
        new EventProducer(createKafka('gateway-producer', config, logger)),
      inject: [CONFIG, LOGGER],
    },
    Upstreams,
    IdentityService,
    Admission,
    BodyReader,
    RefusalLog,
    ApiProxy,
    WebApp,
    ApiDocs,
    EdgeRoutes,
  ],
})
export class EdgeModule {}
