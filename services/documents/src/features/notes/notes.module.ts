import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentModule } from '../document/document.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { NoteAnchoringService } from './note-anchoring.service.js';
import { NOTE_TAGS, NOTES, NoteSchema, NoteTagSchema } from './note.schema.js';
import { NotesController } from './notes.controller.js';
import { NotesRepository } from './notes.repository.js';
import { NotesService } from './notes.service.js';

@Module({
  imports: [
    DocumentModule,
    ReaderModule,
    MongooseModule.forFeature([
      { name: NOTES, schema: NoteSchema },
      { name: NOTE_TAGS, schema: NoteTagSchema },
    ]),
  ],
  controllers: [NotesController],
  providers: [NotesService, NotesRepository, NoteAnchoringService],
  exports: [NoteAnchoringService, NotesRepository],
})
export class NotesModule {}
