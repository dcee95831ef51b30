export const QUEUE_NAMES = [
  'pipeline.inspect',
  'pipeline.extract',
  'pipeline.translate',
  'pipeline.depict',
  'pipeline.speak',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];
