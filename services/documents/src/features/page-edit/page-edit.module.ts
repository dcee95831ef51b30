import { Module } from '@nestjs/common';
import { SuggestionModule } from '../suggestion/suggestion.module.js';
import { PageEditController } from './page-edit.controller.js';
import { PageEditService } from './page-edit.service.js';
import { PageTextModule } from '../page-text/page-text.module.js';

@Module({
  imports: [PageTextModule, SuggestionModule],
  controllers: [PageEditController],
  providers: [PageEditService],
})
export class PageEditModule {}
