import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { CancelController } from './cancel.controller.js';
import { CancelService } from './cancel.service.js';

@Module({ imports: [DocumentModule], controllers: [CancelController], providers: [CancelService] })
export class CancelModule {}
