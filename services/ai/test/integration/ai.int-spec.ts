import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import request from 'supertest';
import { aiService } from '../../src/service-options.js';

jest.setTimeout(60_000);

let stack: TestStack;
let ai: TestService;
let probe: KafkaProbe;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  ai = await startTestService(stack, aiService);
});
afterAll(async () => {
  await ai?.stop();
  await probe?.close();
  await stack?.drop();
});

it('stores the name of a registered user once', async () => {
  const event = probe.event(
    'auth.user.registered',
    {
      userId: 'u1',
      username: 'sara',
      fullName: 'سارا نمونه',
      language: 'fa',
      isStaff: false,
      isSuperuser: false,
      isCreator: false,
    },
    1,
  );
  await probe.publish(event, event, event);
  const users = ai.app.get<Connection>(getConnectionToken()).collection('users');
  await waitFor('the user', async () => users.findOne({ fullName: 'سارا نمونه' }));
  expect(await users.find().toArray()).toEqual([{ _id: 'u1', fullName: 'سارا نمونه', version: 1 }]);
});

it('answers an unknown route with 404 in the error format of its area', async () => {
  const response = await request(ai.url)
    .post('/api/ai/challenge/')
    .set({ 'accept-language': 'en', ...identityHeader({ userId: 'u1' }) });
  expect(response.status).toBe(404);
  expect(response.body).toEqual({ status: 'error', error: 'not found', code: 'COMMON.NOT_FOUND' });
});

it('reports ready and live', async () => {
  await waitFor('readiness', async () => (await fetch(`${ai.adminUrl}/health/ready`)).ok);
  expect((await fetch(`${ai.adminUrl}/health/live`)).status).toBe(200);
});
