import { Module } from '@nestjs/common';
import { UploadStorage } from './upload-storage.service.js';

@Module({ providers: [UploadStorage], exports: [UploadStorage] })
export class UploadStorageModule {}
