import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { MediaFilesModule } from '../media-files/media-files.module.js';
import { PageStateModule } from '../page-state/page-state.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { EditLimit } from './edit-limit.service.js';
import { PageTextService } from './page-text.service.js';

/** Reading and writing page texts, shared by edits and suggestions. */
@Module({
  imports: [DocumentModule, ReaderModule, PageStateModule, MediaFilesModule],
  providers: [PageTextService, EditLimit],
  exports: [PageTextService, EditLimit],
})
export class PageTextModule {}
