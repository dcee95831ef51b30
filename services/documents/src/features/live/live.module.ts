import { Module } from '@nestjs/common';
import { ReaderModule } from '../reader/reader.module.js';
import { ChangeFeed } from './change-feed.repository.js';
import { LiveService } from './live.service.js';

@Module({ imports: [ReaderModule], providers: [LiveService, ChangeFeed] })
export class LiveModule {}
