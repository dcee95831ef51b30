import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Admin } from 'kafkajs';
import { z } from 'zod';
import { kafkaEnv, loadConfig, type KafkaConfig } from '../config.js';
import { createLogger, type Logger } from '../observability/logger.js';
import { createKafka, prefixed } from './kafka-client.js';

const LEADERS_DEADLINE_MS = 30_000;
const LEADERS_PAUSE_MS = 200;

const TopicsFile = z.strictObject({
  partitions: z.number().int().positive(),
  retentionMs: z.number().int().positive(),
  maxMessageBytes: z.number().int().positive(),
  topics: z.array(z.strictObject({ name: z.string(), groups: z.array(z.string()) })),
});

/**
 * Creates the topics of the topics file and a dead-letter topic for each consumer group. Idempotent: existing topics are left
 * as they are. Returns the names of the topics it created. `partitions` overrides the number in the file.
 * @throws when the broker is unreachable or the file is invalid.
 */
export async function applyTopics(
  file: string,
  config: KafkaConfig,
  logger: Logger,
  { partitions }: { partitions?: number } = {},
): Promise<string[]> {
  const wanted = TopicsFile.parse(JSON.parse(await readFile(file, 'utf8')));
  const admin = createKafka('apply-topics', config, logger).admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const configEntries = [
      { name: 'retention.ms', value: String(wanted.retentionMs) },
      { name: 'max.message.bytes', value: String(wanted.maxMessageBytes) },
    ];
    const topics = wanted.topics.flatMap(({ name, groups }) => [
      { topic: prefixed(config, name), numPartitions: partitions ?? wanted.partitions },
      ...groups.map((group) => ({
        topic: `${prefixed(config, name)}.${prefixed(config, group)}.dlt`,
        numPartitions: 1,
      })),
    ]);
    const missing = topics.filter(({ topic }) => !existing.has(topic));
    if (missing.length > 0) {
      await admin.createTopics({
        waitForLeaders: false,
        topics: missing.map((topic) => ({ ...topic, replicationFactor: -1, configEntries })),
      });
      await waitForLeaders(
        admin,
        missing.map(({ topic }) => topic),
      );
    }
    return missing.map(({ topic }) => topic);
  } finally {
    await admin.disconnect();
  }
}

/** kafkajs' own wait fails while the broker does not know a new topic yet, which a busy one may take seconds for. */
async function waitForLeaders(admin: Admin, topics: string[]): Promise<void> {
  for (const deadline = Date.now() + LEADERS_DEADLINE_MS; ; ) {
    try {
      await admin.fetchTopicMetadata({ topics });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(LEADERS_PAUSE_MS);
    }
  }
}

const isMain = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isMain) {
  const [, , file = 'deploy/topics.json'] = process.argv;
  const created = await applyTopics(file, loadConfig(kafkaEnv), createLogger('apply-topics', 'warn'));
  process.stdout.write(created.length > 0 ? `created ${created.length} topics\n` : 'all topics exist\n');
}
