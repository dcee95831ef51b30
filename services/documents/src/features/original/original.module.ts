import { Module } from '@nestjs/common';
import { ReaderModule } from '../reader/reader.module.js';
import { OriginalService } from './original.service.js';

@Module({ imports: [ReaderModule], providers: [OriginalService] })
export class OriginalModule {}
