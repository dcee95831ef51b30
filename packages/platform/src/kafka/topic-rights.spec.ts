import { resolve } from 'node:path';
import { EVENTS } from '@hamkhan/contracts/events/registry';
import { describe, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { SERVICE_RIGHTS } from '../access/service-rights.js';
import { ownerOf, topicRights } from './topic-rights.js';
import { readTopics } from './topics-file.js';

const TOPICS = resolve(import.meta.dirname, '../../../../deploy/topics.json');
const config = { KAFKA_BROKERS: [], KAFKA_PREFIX: 'p-' };
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes } = kafkajs;

describe('topicRights', () => {
  it('lets one service write each topic: the one that its events are named after', async () => {
    const file = await readTopics(TOPICS);
    const rights = topicRights(config, file);
    for (const { name } of file.topics) {
      const writers = rights
        .filter(({ resourceName }) => resourceName === `p-${name}`)
        .filter(({ operation }) => operation === AclOperationTypes.WRITE)
        .map(({ principal }) => principal);
      expect(writers).toEqual([`User:${ownerOf(name)}`]);
    }
    for (const [type, { topic }] of Object.entries(EVENTS)) {
      expect(type.slice(0, type.indexOf('.'))).toBe(ownerOf(topic));
      expect(file.topics.map(({ name }) => name)).toContain(topic);
    }
  });

  it('lets a service read a topic, park its messages and use a group only where the topics file names it', () => {
    const rights = topicRights(config, { topics: [{ name: 'auth.session.v1', groups: ['gateway'] }] });
    const ofReader = rights.filter(({ principal }) => principal === 'User:gateway');
    expect(
      ofReader.map(({ resourceType, resourceName, operation }) => [resourceType, resourceName, operation]),
    ).toEqual([
      [AclResourceTypes.TOPIC, 'p-auth.session.v1', AclOperationTypes.READ],
      [AclResourceTypes.TOPIC, 'p-auth.session.v1.p-gateway.dlt', AclOperationTypes.WRITE],
      [AclResourceTypes.GROUP, 'p-gateway', AclOperationTypes.READ],
      [AclResourceTypes.GROUP, 'p-gateway-', AclOperationTypes.READ],
    ]);
    expect(rights.every(({ permissionType }) => permissionType === AclPermissionTypes.ALLOW)).toBe(true);
  });

  it('names only services that have an account', async () => {
    const users = topicRights(config, await readTopics(TOPICS)).map(({ principal }) => principal.slice(5));
    expect(Object.keys(SERVICE_RIGHTS)).toEqual(expect.arrayContaining([...new Set(users)]));
  });
});
