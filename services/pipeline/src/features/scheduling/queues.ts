import type { PageStage } from '../pages/page.schema.js';

export const QUEUE_NAMES = ['pipeline.inspect', 'pipeline.extract', 'pipeline.translate'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Which stages of pages a permit of a queue is for; null where it is for documents. */
export const STAGES_OF: Readonly<Record<QueueName, readonly PageStage[] | null>> = {
  'pipeline.inspect': null,
  'pipeline.extract': ['extract'],
  'pipeline.translate': ['translate1', 'translate2'],
};
