import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MetadataResponse } from '@hamkhan/contracts/http/documents';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(30_000);

const OWNER = { userId: 'owner' };
const OTHER = { userId: 'other' };
const STAFF = { userId: 'staff', isStaff: true };

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
let ready: Uploaded, waiting: Uploaded;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  [ready, waiting] = [await library.translated('owner', 2), await library.upload('owner')];
}, 90_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 60_000);

const publish = async (document: { id: string }, caller: Caller): Promise<[number, unknown]> => {
  const response = await library.call(`document/user/document/${document.id}/publish/`, caller, {
    method: 'POST',
  });
  return [response.status, await response.json()];
};
const refusal = (status: number, code: string) => [status, expect.objectContaining({ code })];

describe('publishing', () => {
  it('is allowed for owner and staff once all pages are converted', async () => {
    expect(await publish(ready, null)).toEqual(refusal(401, 'AUTH.LOGIN_REQUIRED'));
    expect(await publish(ready, OTHER)).toEqual(refusal(404, 'DOCUMENTS.NOT_FOUND'));
    expect(await publish({ id: '0'.repeat(24) }, STAFF)).toEqual(refusal(404, 'DOCUMENTS.NOT_FOUND'));
    expect(await publish(waiting, OWNER)).toEqual(refusal(400, 'DOCUMENTS.NOT_TRANSLATED'));
  });

  it('makes the document public and keeps its status [RDR-READER-68] [ACC-STATUS-09] [RDR-STATUS-02]', async () => {
    const seenBy = async (caller: Caller) => library.call(`document/metadata/${ready.key}/`, caller);
    expect((await seenBy(null)).status).toBe(404);
    expect(await publish(ready, OWNER)).toEqual([200, { status: 'success', published: true }]);
    const { metadata } = MetadataResponse.parse(await (await seenBy(null)).json());
    expect([metadata.published, metadata.status]).toEqual([true, 'translated']);
    expect(await library.item('owner', ready.id)).toMatchObject({ published: true, status: 'translated' });
    expect(await publish(ready, STAFF)).toEqual([200, { status: 'success', published: true }]);
    expect(await publish(ready, OTHER)).toEqual(refusal(403, 'COMMON.FORBIDDEN'));
  });
});
