import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Admission } from '../admission/admission.js';
import { loadGatewayConfig } from '../../config.js';
import { BodyReader } from './body-reader.js';

const MIB = 1024 * 1024;
const config = loadGatewayConfig({
  KAFKA_BROKERS: '127.0.0.1:9092',
  IDENTITY_SECRET: 'x'.repeat(32),
  BODY_TIMEOUT_SECONDS: '15',
  BODY_MEMORY_MB: '1',
  OPEN_REQUESTS_PER_ADDRESS: '2',
});

let admission: Admission;
let reader: BodyReader;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  admission = new Admission(config);
  reader = new BodyReader(config);
});
afterEach(() => void jest.useRealTimers());

/** A request that waits for its body; `outcome` is its size or the code or name of its error. */
function startRequest(address = '192.0.2.1') {
  const request = Object.assign(new PassThrough(), { complete: false });
  const visit = admission.enter(address);
  const body = reader.read(request as unknown as IncomingMessage, 2 * MIB, visit);
  const outcome = body.then(
    ({ length }) => length,
    (error: Error & { code?: string }) => error.code ?? error.name,
  );
  return { request, visit, outcome };
}

describe('BodyReader', () => {
  it('reads a body that arrives in parts', async () => {
    const { request, outcome } = startRequest();
    request.write('one');
    request.end('two');
    expect(await outcome).toBe(6);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('refuses a body after its deadline, although bytes keep coming', async () => {
    const { request, outcome } = startRequest();
    for (let second = 0; second < 15; second += 1) {
      request.write('x');
      jest.advanceTimersByTime(1_000);
    }
    expect(await outcome).toBe('COMMON.REQUEST_TIMEOUT');
  });

  it('refuses a body that is too large, and reports a client that leaves', async () => {
    const large = startRequest();
    large.request.write(Buffer.alloc(2 * MIB + 1));
    expect(await large.outcome).toBe('BodyTooLargeError');
    large.visit.leave();
    const gone = startRequest();
    gone.request.destroy();
    expect(await gone.outcome).toBe('ClientGoneError');
  });

  it('ends the oldest unfinished body when another request of its address needs the place', async () => {
    const older = startRequest();
    const newer = startRequest();
    const quick = startRequest();
    quick.request.end('quick');
    expect(await Promise.all([older.outcome, quick.outcome])).toEqual(['COMMON.REQUEST_TIMEOUT', 5]);
    newer.request.end('newer');
    expect(await newer.outcome).toBe(5);
    expect(() => admission.enter('192.0.2.1')).toThrow('COMMON.TOO_MANY_OPEN_REQUESTS');
    expect(() => admission.enter('192.0.2.2')).not.toThrow();
  });

  it('ends the oldest body when all together need too much memory', async () => {
    const older = startRequest('192.0.2.1');
    const newer = startRequest('192.0.2.2');
    older.request.write(Buffer.alloc(0.6 * MIB));
    newer.request.write(Buffer.alloc(0.6 * MIB));
    expect(await older.outcome).toBe('COMMON.REQUEST_TIMEOUT');
    newer.request.end();
    expect(await newer.outcome).toBe(Math.floor(0.6 * MIB));
  });
});
