import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PagesModule } from '../pages/pages.module.js';
import { TranslationMemoryController } from './translation-memory.controller.js';
import { TranslationMemoryRepository } from './translation-memory.repository.js';
import { CLAIM_MODEL, ClaimSchema, MEMORY_MODEL, MemorySchema } from './translation-memory.schema.js';
import { TranslationMemory } from './translation-memory.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: MEMORY_MODEL, schema: MemorySchema },
      { name: CLAIM_MODEL, schema: ClaimSchema },
    ]),
    PagesModule,
  ],
  controllers: [TranslationMemoryController],
  providers: [
    TranslationMemoryRepository,
    {
      provide: TranslationMemory,
      useFactory: (store: TranslationMemoryRepository) => new TranslationMemory(store),
      inject: [TranslationMemoryRepository],
    },
  ],
  exports: [TranslationMemory],
})
export class TranslationMemoryModule {}
