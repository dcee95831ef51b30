import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { UploadController } from './upload.controller.js';
import { UploadStorageModule } from './upload-storage.module.js';
import { UploadService } from './upload.service.js';

@Module({
  imports: [DocumentModule, ShelfModule, UploadStorageModule],
  controllers: [UploadController],
  providers: [UploadService],
})
export class UploadModule {}
