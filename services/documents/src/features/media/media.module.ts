import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { PageTextModule } from '../page-text/page-text.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { SuggestionModule } from '../suggestion/suggestion.module.js';
import { UploadStorageModule } from '../upload/upload-storage.module.js';
import { MediaFilesModule } from '../media-files/media-files.module.js';
import { MediaController } from './media.controller.js';
import { PictureCheck } from './picture-check.service.js';
import { MediaService } from './media.service.js';

@Module({
  imports: [
    DocumentModule,
    ReaderModule,
    PageTextModule,
    SuggestionModule,
    MediaFilesModule,
    UploadStorageModule,
  ],
  controllers: [MediaController],
  providers: [MediaService, PictureCheck],
})
export class MediaModule {}
