import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SECURITY_EVENT, SecurityEventSchema } from './security-event.schema.js';
import { SecurityEventsRepository } from './security-events.repository.js';
import { SecurityLogConsumer } from './security-log.consumer.js';
import { SecurityLogController } from './security-log.controller.js';
import { SecurityLog } from './security-log.service.js';

@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: SECURITY_EVENT, schema: SecurityEventSchema }])],
  controllers: [SecurityLogController, SecurityLogConsumer],
  providers: [SecurityEventsRepository, SecurityLog],
  exports: [SecurityLog],
})
export class SecurityLogModule {}
