export const QUEUE_NAMES = [
  'pipeline.inspect',
  'pipeline.extract',
  'pipeline.translate',
  'pipeline.page-images',
  'pipeline.speech',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const isQueueName = (name: string): name is QueueName => QUEUE_NAMES.some((known) => known === name);
