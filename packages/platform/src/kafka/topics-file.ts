import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { KafkaConfig } from '../config.js';
import { prefixed } from './kafka-client.js';

const TopicsFile = z.strictObject({
  partitions: z.number().int().positive(),
  retentionMs: z.number().int().positive(),
  maxMessageBytes: z.number().int().positive(),
  topics: z.array(z.strictObject({ name: z.string(), groups: z.array(z.string()) })),
});
export type TopicsFile = z.infer<typeof TopicsFile>;

/** Reads deploy/topics.json. @throws when the file is invalid. */
export const readTopics = async (file: string): Promise<TopicsFile> =>
  TopicsFile.parse(JSON.parse(await readFile(file, 'utf8')));

/** Where a consumer group parks the messages of a topic that it cannot handle. */
export const deadLetterTopic = (config: KafkaConfig, topic: string, group: string): string =>
  `${prefixed(config, topic)}.${prefixed(config, group)}.dlt`;
