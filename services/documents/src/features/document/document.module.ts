import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import { PageRepository } from '../page/page.repository.js';
import { PAGES, PageSchema } from '../page/page.schema.js';
import { DocumentStatusService } from './document-status.service.js';
import { DocumentUsageRepository } from './document-usage.repository.js';
import { DocumentRepository } from './document.repository.js';
import { DOCUMENTS, DocumentSchema, STATUS_CHANGES, StatusChangeSchema } from './document.schema.js';

/** Repositories of documents and pages, shared by the other features. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: DOCUMENTS, schema: DocumentSchema },
      { name: STATUS_CHANGES, schema: StatusChangeSchema },
      { name: PAGES, schema: PageSchema },
    ]),
  ],
  providers: [
    DocumentRepository,
    DocumentUsageRepository,
    PageRepository,
    DocumentStatusService,
    {
      provide: ImageSigner,
      useFactory: (config: DocumentsConfig) => new ImageSigner(config.IDENTITY_SECRET),
      inject: [DOCUMENTS_CONFIG],
    },
  ],
  exports: [DocumentRepository, DocumentUsageRepository, PageRepository, DocumentStatusService, ImageSigner],
})
export class DocumentModule {}
