import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { UploadController } from './upload.controller.js';
import { UploadService } from './upload.service.js';

@Module({
  imports: [DocumentModule, ShelfModule],
  controllers: [UploadController],
  providers: [UploadService],
})
export class UploadModule {}
