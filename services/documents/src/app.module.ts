import { PlatformModule } from '@hamkhan/platform/platform-module';
import { PictureDecoderModule } from '@hamkhan/platform/sandbox/picture-decoder.module';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from './config.js';
import { AccountErasureModule } from './features/account-erasure/account-erasure.module.js';
import { AccountExportModule } from './features/account-export/account-export.module.js';
import { CancelModule } from './features/cancel/cancel.module.js';
import { DocumentSearchModule } from './features/document-search/document-search.module.js';
import { LibraryModule } from './features/library/library.module.js';
import { LiveModule } from './features/live/live.module.js';
import { MediaModule } from './features/media/media.module.js';
import { NotesModule } from './features/notes/notes.module.js';
import { OriginalModule } from './features/original/original.module.js';
import { PageEditModule } from './features/page-edit/page-edit.module.js';
import { ProjectionModule } from './features/projection/projection.module.js';
import { PublishModule } from './features/publish/publish.module.js';
import { ReaderModule } from './features/reader/reader.module.js';
import { RemovalModule } from './features/removal/removal.module.js';
import { ReprocessModule } from './features/reprocess/reprocess.module.js';
import { ShelfModule } from './features/shelf/shelf.module.js';
import { StaticPageModule } from './features/static-page/static-page.module.js';
import { UploadModule } from './features/upload/upload.module.js';

@Global()
@Module({})
export class AppModule {
  static for(config: DocumentsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ name: 'documents', config, errorStyle: 'status' }),
        PictureDecoderModule.for(config),
        UploadModule,
        LibraryModule,
        ShelfModule,
        ReaderModule,
        DocumentSearchModule,
        NotesModule,
        StaticPageModule,
        LiveModule,
        ProjectionModule,
        CancelModule,
        RemovalModule,
        AccountErasureModule,
        AccountExportModule,
        ReprocessModule,
        PublishModule,
        PageEditModule,
        MediaModule,
        OriginalModule,
      ],
      providers: [{ provide: DOCUMENTS_CONFIG, useValue: config }],
      exports: [DOCUMENTS_CONFIG],
    };
  }
}
