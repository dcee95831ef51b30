import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { GlossaryRepository } from '../../src/features/glossary/glossary.repository.js';
import { PageTaskRepository } from '../../src/features/page-tasks/page-task.repository.js';
import { PageWorkRepository } from '../../src/features/pages/page-work.repository.js';
import { pipelineService } from '../../src/service-options.js';

jest.setTimeout(120_000);

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, (env) => pipelineService('serve', env));
  probe = new KafkaProbe(stack);
}, 180_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 180_000);

const COLLECTIONS = ['runs', 'pages', 'page_tasks', 'glossary_terms'];
/** Counts the rows of a document in each collection. */
const counts = async (documentId: string): Promise<number[]> => {
  const connection = service.app.get<Connection>(getConnectionToken());
  return Promise.all(
    COLLECTIONS.map((name) =>
      connection
        .collection<{ _id: string; documentId: string }>(name)
        .countDocuments({ $or: [{ _id: documentId }, { documentId }] }),
    ),
  );
};

/** Creates a document with two pages, a task and a term. */
const createDocument = async (documentId: string): Promise<void> => {
  const uploaded = {
    documentId,
    ownerId: 'owner',
    objectKey: `originals/${documentId}`,
    fileName: 'a.pdf',
    kind: 'pdf' as const,
    language: 'en' as const,
    size: 9,
    sha256: '0'.repeat(64),
  };
  await probe.publish(probe.event('documents.document.uploaded', uploaded, 1));
  await waitFor('the document to be registered', async () => (await counts(documentId))[0] === 1);
  const { app } = service;
  await app.get(UnitOfWork).run(async (tx) => {
    await app.get(PageWorkRepository).createAll(documentId, 'owner', 2, tx);
    await app.get(PageTaskRepository).createImages({ documentId, ownerId: 'owner' }, 1, tx);
    const term = { term: 'lighthouse', translation: 'فانوس', note: '' };
    await app.get(GlossaryRepository).addFound(documentId, [term], 1, tx);
  });
};

it('deletes all rows of a removed document, and of no other', async () => {
  await createDocument('removed');
  await createDocument('kept');
  expect(await counts('removed')).toEqual([1, 2, 1, 1]);
  await probe.publish(probe.event('documents.document.removed', { documentId: 'removed' }, 2));
  await waitFor('the document to be deleted', async () =>
    (await counts('removed')).every((count) => count === 0),
  );
  expect(await counts('kept')).toEqual([1, 2, 1, 1]);
});

it.each(['auth.user.deleted', 'documents.account.erased'] as const)(
  'deletes the translation memory of a user after %s, and of no other',
  async (type) => {
    const memory = service.app.get<Connection>(getConnectionToken()).collection('translation_memory');
    const [gone, kept] = [`gone-${type}`, `kept-${type}`];
    await memory.insertMany([{ ownerId: gone }, { ownerId: gone }, { ownerId: kept }]);
    await probe.publish(probe.event(type, { userId: gone }, 5));
    await waitFor(
      'the memory to be deleted',
      async () => (await memory.countDocuments({ ownerId: gone })) === 0,
    );
    expect(await memory.countDocuments({ ownerId: kept })).toBe(1);
  },
);
