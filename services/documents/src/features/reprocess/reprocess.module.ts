import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { PageStateModule } from '../page-state/page-state.module.js';
import { ReprocessController } from './reprocess.controller.js';
import { ReprocessService } from './reprocess.service.js';

@Module({
  imports: [DocumentModule, PageStateModule],
  controllers: [ReprocessController],
  providers: [ReprocessService],
})
export class ReprocessModule {}
