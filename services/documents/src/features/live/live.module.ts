import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentModule } from '../document/document.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { ChangeFeed } from './change-feed.repository.js';
import { ENDED_SESSIONS, EndedSessionSchema } from './ended-session.schema.js';
import { EndedSessionsRepository } from './ended-sessions.repository.js';
import { LiveService } from './live.service.js';
import { SessionsConsumer } from './sessions.consumer.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: ENDED_SESSIONS, schema: EndedSessionSchema }]),
    DocumentModule,
    ReaderModule,
  ],
  controllers: [SessionsConsumer],
  providers: [LiveService, ChangeFeed, EndedSessionsRepository],
})
export class LiveModule {}
