import type { TestProduct } from '@hamkhan/testing/test-product';
import { createKafka } from '@hamkhan/platform/kafka/kafka-client';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { waitFor } from '@hamkhan/testing/wait-for';

type Admin = ReturnType<ReturnType<typeof createKafka>['admin']>;

/** Compares the offsets of a consumer group with the end of a topic, and empties topics. */
export class TopicWatch {
  private constructor(private readonly admin: Admin) {}

  static async open(product: TestProduct): Promise<TopicWatch> {
    const logger = createLogger('topic-watch', 'silent');
    const admin = createKafka('topic-watch', product.kafkaConfig, logger).admin();
    await admin.connect();
    return new TopicWatch(admin);
  }

  /** Waits until a group has committed every message of a topic. */
  async waitUntilConsumed(topic: string, groupId: string, deadlineMs = 60_000): Promise<void> {
    await waitFor(
      `${groupId} to consume all of ${topic}`,
      async () => {
        const [ends, [group]] = await Promise.all([
          this.admin.fetchTopicOffsets(topic),
          this.admin.fetchOffsets({ groupId, topics: [topic] }),
        ]);
        const read = new Map(group?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
        return ends.every(({ partition, low, high }) => {
          const isEmpty = Number(high) === Number(low);
          return isEmpty || (read.get(partition) ?? -1) >= Number(high);
        });
      },
      deadlineMs,
    );
  }

  /** Deletes every message of a topic, so that a consumer that starts later sees only newer ones. */
  async deleteMessages(topic: string): Promise<void> {
    const ends = await this.admin.fetchTopicOffsets(topic);
    await this.admin.deleteTopicRecords({
      topic,
      partitions: ends.map(({ partition, high }) => ({ partition, offset: high })),
    });
  }

  close(): Promise<void> {
    return this.admin.disconnect();
  }
}
