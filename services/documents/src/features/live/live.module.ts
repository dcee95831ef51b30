import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { ChangeFeed } from './change-feed.repository.js';
import { LiveService } from './live.service.js';

@Module({ imports: [DocumentModule, ReaderModule], providers: [LiveService, ChangeFeed] })
export class LiveModule {}
