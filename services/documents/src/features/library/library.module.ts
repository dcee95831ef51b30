import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { LibraryController } from './library.controller.js';
import { LibraryService } from './library.service.js';

@Module({ imports: [DocumentModule], controllers: [LibraryController], providers: [LibraryService] })
export class LibraryModule {}
