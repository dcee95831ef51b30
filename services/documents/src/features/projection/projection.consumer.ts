import { EventDispatcher } from '@hamkhan/platform/kafka/event-dispatcher';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext } from '@nestjs/microservices';
import { ProjectionService } from './projection.service.js';

/** Consumes the pipeline's events about documents and pages. */
@Controller()
export class ProjectionConsumer {
  constructor(
    private readonly dispatcher: EventDispatcher,
    private readonly projection: ProjectionService,
  ) {}

  @EventPattern('pipeline.document.v1')
  handleDocument(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'projection', {
      'pipeline.document.inspected': (event, tx) => this.projection.applyInspected(event, tx),
      'pipeline.document.estimated': (event, tx) => this.projection.applyEstimated(event, tx),
      'pipeline.document.described': (event, tx) => this.projection.applyDescribed(event, tx),
      'pipeline.document.titled': (event, tx) => this.projection.applyTitled(event, tx),
      'pipeline.document.failed': (event, tx) => this.projection.applyOutcome('failed', event, tx),
      'pipeline.document.skipped': (event, tx) => this.projection.applyOutcome('skipped', event, tx),
    });
  }

  @EventPattern('pipeline.page.v1')
  handlePage(@Ctx() context: KafkaContext): Promise<void> {
    const { projection } = this;
    return this.dispatcher.dispatch(context, 'projection', {
      'pipeline.page.started': (event, tx) => projection.applyPage('pipeline.page.started', event, tx),
      'pipeline.page.converted': (event, tx) => projection.applyPage('pipeline.page.converted', event, tx),
      'pipeline.page.rendered': (event, tx) => projection.applyRendered(event, tx),
      'pipeline.page.failed': (event, tx) => projection.applyPage('pipeline.page.failed', event, tx),
      'pipeline.page.translation-started': (event, tx) =>
        projection.applyPage('pipeline.page.translation-started', event, tx),
      'pipeline.page.speech-changed': (event, tx) =>
        projection.applyPage('pipeline.page.speech-changed', event, tx),
      'pipeline.page.translated': (event, tx) => projection.applyPage('pipeline.page.translated', event, tx),
      'pipeline.page.translation-failed': (event, tx) =>
        projection.applyPage('pipeline.page.translation-failed', event, tx),
      'pipeline.page.translation-waiting': (event, tx) =>
        projection.applyPage('pipeline.page.translation-waiting', event, tx),
    });
  }
}
