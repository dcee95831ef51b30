import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { PublishController } from './publish.controller.js';
import { PublishService } from './publish.service.js';

@Module({ imports: [DocumentModule], controllers: [PublishController], providers: [PublishService] })
export class PublishModule {}
