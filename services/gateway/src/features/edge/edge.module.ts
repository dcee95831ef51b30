import { Module } from '@nestjs/common';
import { Admission } from '../admission/admission.js';
import { ApiDocs } from '../api-docs/api-docs.js';
import { IdentityService } from '../identity/identity.service.js';
import { SessionsConsumer } from '../identity/sessions.consumer.js';
import { ApiProxy } from '../proxy/api-proxy.js';
import { BodyReader } from '../proxy/body-reader.js';
import { Upstreams } from '../upstreams/upstreams.js';
import { WebApp } from '../web-app/web-app.js';
import { EdgeRoutes } from './edge-routes.js';

@Module({
  controllers: [SessionsConsumer],
  providers: [Upstreams, IdentityService, Admission, BodyReader, ApiProxy, WebApp, ApiDocs, EdgeRoutes],
})
export class EdgeModule {}
