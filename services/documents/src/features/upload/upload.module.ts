import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentModule } from '../document/document.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { UploadController } from './upload.controller.js';
import { UploadQuotaRepository } from './upload-quota.repository.js';
import { UPLOAD_QUOTAS, UploadQuotaSchema } from './upload-quota.schema.js';
import { UploadQuotaService } from './upload-quota.service.js';
import { UploadStorageModule } from './upload-storage.module.js';
import { UploadService } from './upload.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: UPLOAD_QUOTAS, schema: UploadQuotaSchema }]),
    DocumentModule,
    ShelfModule,
    UploadStorageModule,
  ],
  controllers: [UploadController],
  providers: [UploadService, UploadQuotaService, UploadQuotaRepository],
})
export class UploadModule {}
