import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentModule } from '../document/document.module.js';
import { KnownUsersModule } from '@hamkhan/platform/known-users/known-users.module';
import { PageTextModule } from '../page-text/page-text.module.js';
import { SuggestionAccess } from './suggestion-access.service.js';
import { SuggestionCreationService } from './suggestion-creation.service.js';
import { SuggestionLimit } from './suggestion-limit.service.js';
import { SuggestionQueryService } from './suggestion-query.service.js';
import { SuggestionController } from './suggestion.controller.js';
import { SuggestionHistory } from './suggestion-history.service.js';
import { SuggestionResponses } from './suggestion-responses.service.js';
import { SuggestionRepository } from './suggestion.repository.js';
import { SuggestedPicturesService } from './suggested-pictures.service.js';
import { SUGGESTIONS, SuggestionSchema } from './suggestion.schema.js';
import { SuggestionService } from './suggestion.service.js';

@Module({
  imports: [
    DocumentModule,
    PageTextModule,
    KnownUsersModule,
    MongooseModule.forFeature([{ name: SUGGESTIONS, schema: SuggestionSchema }]),
  ],
  controllers: [SuggestionController],
  providers: [
    SuggestionCreationService,
    SuggestionService,
    SuggestionQueryService,
    SuggestionAccess,
    SuggestionLimit,
    SuggestionResponses,
    SuggestionHistory,
    SuggestedPicturesService,
    SuggestionRepository,
  ],
  exports: [SuggestionHistory, SuggestedPicturesService, SuggestionRepository],
})
export class SuggestionModule {}
