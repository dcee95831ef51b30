import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { PageStateModule } from '../page-state/page-state.module.js';
import { ProjectionConsumer } from './projection.consumer.js';
import { ProjectionService } from './projection.service.js';

@Module({
  imports: [DocumentModule, PageStateModule],
  controllers: [ProjectionConsumer],
  providers: [ProjectionService],
})
export class ProjectionModule {}
