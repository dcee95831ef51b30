import { EventDispatcher } from '@hamkhan/platform/kafka/event-dispatcher';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext } from '@nestjs/microservices';
import { EditsService } from '../edits/edits.service.js';
import { DocumentEventsService } from './document-events.service.js';
import { RemovalService } from './removal.service.js';

@Controller()
export class DocumentEventsConsumer {
  constructor(
    private readonly dispatcher: EventDispatcher,
    private readonly documents: DocumentEventsService,
    private readonly edits: EditsService,
    private readonly removals: RemovalService,
  ) {}

  @EventPattern('documents.document.v1')
  handleDocument(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'document-events', {
      'documents.document.uploaded': ({ data }, tx) => this.documents.register(data, tx),
      'documents.document.canceled': ({ data }, tx) => this.documents.cancel(data.documentId, tx),
      'documents.document.removed': ({ data }, tx) => this.removals.remove(data.documentId, tx),
      'documents.account.erased': ({ data }) => this.removals.removeOwner(data.userId),
      'documents.page.edited': ({ data }, tx) => this.edits.applyEdit(data, tx),
      'documents.page.reprocess-requested': ({ data }, tx) => this.documents.reprocessPage(data, tx),
      'documents.page.speech-requested': ({ data }, tx) => this.documents.requestSpeech(data, tx),
    });
  }

  @EventPattern('auth.user.v1')
  handleUser(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'document-events', {
      'auth.user.deleted': ({ data }) => this.removals.removeOwner(data.userId),
    });
  }

  @EventPattern('documents.reader.v1')
  handleReader(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'document-events', {
      'documents.reader.moved': ({ data }, tx) => this.documents.moveReader(data, tx),
    });
  }
}
