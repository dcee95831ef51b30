import kafkajs, { type AclEntry } from 'kafkajs';
import type { KafkaConfig } from '../config.js';
import type { Logger } from '../observability/logger.js';
import { createKafka, prefixed } from './kafka-client.js';
import { deadLetterTopic, readTopics, type TopicsFile } from './topics-file.js';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
const { TOPIC, GROUP } = AclResourceTypes;
const { LITERAL, PREFIXED } = ResourcePatternTypes;
const { READ, WRITE } = AclOperationTypes;

/** The service that publishes on a topic: `documents` for `documents.page.v1`. */
export const ownerOf = (topic: string): string => topic.slice(0, topic.indexOf('.'));

/**
 * The access rules of the topics: a topic is written by its owner only, and read by the services that have a group on it. Those
 * also write its dead letters. Users are named like services. A service whose processes each need all messages adds a dash and an
 * id to the name of its group.
 */
export function topicRights(config: KafkaConfig, { topics }: Pick<TopicsFile, 'topics'>): AclEntry[] {
  const allow = (service: string, rule: Pick<AclEntry, 'resourceType' | 'resourceName' | 'operation'>) => ({
    resourcePatternType: LITERAL,
    principal: `User:${service}`,
    host: '*',
    permissionType: AclPermissionTypes.ALLOW,
    ...rule,
  });
  const services = new Set(topics.flatMap(({ groups }) => groups));
  return [
    ...topics.flatMap(({ name, groups }) => {
      const topic = { resourceType: TOPIC, resourceName: prefixed(config, name) };
      return [
        allow(ownerOf(name), { ...topic, operation: WRITE }),
        ...groups.flatMap((group) => {
          const parked = { resourceType: TOPIC, resourceName: deadLetterTopic(config, name, group) };
          return [allow(group, { ...topic, operation: READ }), allow(group, { ...parked, operation: WRITE })];
        }),
      ];
    }),
    ...[...services].flatMap((service) => {
      const group = { resourceType: GROUP, resourceName: prefixed(config, service), operation: READ };
      const instances = { ...group, resourceName: `${group.resourceName}-` };
      return [allow(service, group), { ...allow(service, instances), resourcePatternType: PREFIXED }];
    }),
  ];
}

/** Adds the access rules of the topics file to the broker. Idempotent. The user of `config` must be an administrator. */
export async function applyTopicRights(file: string, config: KafkaConfig, logger: Logger): Promise<void> {
  const admin = createKafka('apply-topics', config, logger).admin();
  await admin.connect();
  try {
    await admin.createAcls({ acl: topicRights(config, await readTopics(file)) });
  } finally {
    await admin.disconnect();
  }
}
