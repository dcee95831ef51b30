import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { LibraryController } from './library.controller.js';
import { LibraryService } from './library.service.js';

@Module({
  imports: [DocumentModule, ShelfModule],
  controllers: [LibraryController],
  providers: [LibraryService],
})
export class LibraryModule {}
