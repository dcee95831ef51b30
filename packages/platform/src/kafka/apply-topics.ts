import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Admin } from 'kafkajs';
import { kafkaEnv, loadConfig, type KafkaConfig } from '../config.js';
import { createLogger, type Logger } from '../observability/logger.js';
import { createKafka, prefixed } from './kafka-client.js';
import { applyTopicRights } from './topic-rights.js';
import { deadLetterTopic, readTopics } from './topics-file.js';

const LEADERS_TIMEOUT_MS = 30_000;
const LEADERS_POLL_MS = 100;

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
  const wanted = await readTopics(file);
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
        topic: deadLetterTopic(config, name, group),
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

/**
 * Waits until each partition has a leader. kafkajs can wait itself, but fails if a broker does not know the topic yet, which is so for a
 * moment after its creation.
 */
async function waitForLeaders(admin: Admin, names: string[]): Promise<void> {
  const end = Date.now() + LEADERS_TIMEOUT_MS;
  for (;;) {
    try {
      const { topics } = await admin.fetchTopicMetadata({ topics: names });
      if (topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) return;
      if (Date.now() > end) throw new Error(`new topics have no leaders after ${LEADERS_TIMEOUT_MS} ms`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(LEADERS_POLL_MS);
  }
}

const isMain = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isMain) {
  const [, , file = 'deploy/topics.json', option] = process.argv;
  const config = loadConfig(kafkaEnv);
  const logger = createLogger('apply-topics', 'warn');
  const created = await applyTopics(file, config, logger);
  // Only an administrator may, and only at a broker with an authorizer.
  if (option === '--rights') await applyTopicRights(file, config, logger);
  process.stdout.write(created.length > 0 ? `created ${created.length} topics\n` : 'all topics exist\n');
}
