import { createHash } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bearer, MIB, TestEdge } from './test-edge.js';

jest.setTimeout(60_000);

let edge: TestEdge;

beforeAll(async () => {
  edge = await TestEdge.start();
});
beforeEach(() => edge.reset());
afterAll(() => edge?.stop());

/** Calls the gateway without any buffering on the side of the client. */
function send(path: string, method: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(edge.gateway.url);
  const sender = request({ hostname, port, path, method, headers });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sender.on('response', resolve).on('error', reject);
  });
  response.catch(() => undefined);
  return { sender, response };
}

/** Waits until a counter has stopped growing, which shows backpressure. */
async function untilStalled(what: string, counter: () => number): Promise<void> {
  let before = -1;
  let unchanged = 0;
  await waitFor(what, () => {
    unchanged = counter() === before ? unchanged + 1 : 0;
    before = counter();
    return unchanged >= 20;
  });
}

/** Discards request bodies and reports how the request ended. */
function recordOutcome(): { current: 'aborted' | 'complete' | null } {
  const outcome: { current: 'aborted' | 'complete' | null } = { current: null };
  edge.documents.respond = (incoming) => {
    incoming.resume();
    incoming.on('error', () => (outcome.current = 'aborted'));
    incoming.on('end', () => (outcome.current = 'complete'));
  };
  return outcome;
}

describe('streams', () => {
  it('forwards event streams at once and uncompressed, and aborts them when the client leaves', async () => {
    let write: (text: string) => void = () => undefined;
    let ended = false;
    edge.documents.respond = (_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.flushHeaders();
      write = (text) => void response.write(text);
      response.on('close', () => (ended = true));
    };
    const reader = new AbortController();
    const response = await fetch(`${edge.gateway.url}/api/document/events/`, {
      headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip, br', 'last-event-id': '7' },
      signal: reader.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(edge.documents.seen[0]?.headers['last-event-id']).toBe('7');
    const body = response.body?.getReader();
    for (const text of [': hello\n\n', 'data: 1\n\n', 'data: 2\n\n']) {
      write(text);
      const { value } = (await body?.read()) ?? {};
      expect(Buffer.from(value ?? []).toString()).toBe(text);
    }
    reader.abort();
    await waitFor('the service to notice', () => ended);
  });

  it('forwards an upload of 200 MB with backpressure and a bounded buffer', async () => {
    edge.addUser('uploader');
    const total = 200 * MIB;
    const piece = Buffer.alloc(MIB, 'hamkhan ');
    let resume: () => void = () => undefined;
    const received = createHash('sha256');
    let taken = 0;
    edge.documents.respond = (incoming, response) => {
      resume = () => {
        incoming.on('data', (chunk: Buffer) => {
          taken += chunk.length;
          received.update(chunk);
        });
        incoming.on('end', () => response.end('{"id":"1"}'));
      };
    };
    const headers = { ...bearer('uploader'), 'content-length': String(total) };
    const { sender, response } = send('/api/document/upload/', 'POST', headers);
    const sent = createHash('sha256');
    let handed = 0;
    let maxBuffered = 0;
    const sending = (async () => {
      while (handed < total) {
        sent.update(piece);
        handed += piece.length;
        maxBuffered = Math.max(maxBuffered, handed - taken);
        if (!sender.write(piece)) await new Promise((resolve) => sender.once('drain', resolve));
      }
      sender.end();
    })();
    await waitFor('the upload to arrive', () => edge.documents.seen.length === 1);
    await untilStalled('the sender to stall', () => handed);
    expect(handed).toBeLessThan(40 * MIB);
    resume();
    await sending;
    const { statusCode } = (await response).resume();
    expect([statusCode, taken]).toEqual([200, total]);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
    // Bytes in flight between client and service, in the buffers of the gateway and of the sockets.
    expect(maxBuffered).toBeLessThan(40 * MIB);
  });

  it('forwards a large response with backpressure', async () => {
    const piece = Buffer.alloc(MIB, 'x');
    let written = 0;
    edge.documents.respond = (_incoming, response) => {
      const write = (): void => {
        while (written < 100 * MIB) {
          written += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    };
    const { sender, response } = send('/api/document/original/K/', 'GET');
    sender.end();
    const incoming = await response;
    await untilStalled('the service to stall', () => written);
    expect(written).toBeLessThan(40 * MIB);
    let taken = 0;
    for await (const chunk of incoming) taken += (chunk as Buffer).length;
    expect(taken).toBe(100 * MIB);
  });

  it('aborts the request to the service when the client leaves during an upload', async () => {
    edge.addUser('leaver');
    const outcome = recordOutcome();
    const headers = { ...bearer('leaver'), 'content-length': String(50 * MIB) };
    const { sender } = send('/api/document/upload/', 'POST', headers);
    sender.write(Buffer.alloc(5 * MIB));
    await waitFor('the upload to begin', () => edge.documents.seen.length === 1);
    sender.destroy();
    await waitFor('the service to notice', () => outcome.current);
    expect(outcome.current).toBe('aborted');
  });

  it('closes the connection when a response breaks off', async () => {
    edge.documents.respond = (_incoming, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    const response = await fetch(`${edge.gateway.url}/api/document/original/K/`);
    await expect(response.text()).rejects.toThrow();
  });
});

describe('limits and failures', () => {
  it('rejects a body whose declared length is too large', async () => {
    const response = await edge.api('document/report/', { method: 'POST', body: Buffer.alloc(3 * MIB) });
    expect(response).toMatchObject({ status: 413, body: { code: 'COMMON.PAYLOAD_TOO_LARGE' } });
    expect(edge.documents.seen).toEqual([]);
  });

  it('rejects a body that exceeds the limit while it is sent, before the service sees it', async () => {
    const { sender, response } = send('/api/document/report/', 'POST');
    for (let index = 0; index < 3; index += 1) sender.write(Buffer.alloc(MIB));
    expect((await response).statusCode).toBe(413);
    sender.destroy();
    expect(edge.documents.seen).toEqual([]);
  });

  it('returns 503 in the error format of an unreachable service', async () => {
    const began = performance.now();
    const response = await edge.finance.unreachable(() => edge.api('finance/wallet/balance/'));
    expect(response).toMatchObject({
      status: 503,
      body: { status: 'error', code: 'COMMON.UNAVAILABLE', fields: {} },
    });
    expect(response.headers.get('retry-after')).toBe('2');
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('returns 503 when a service closes the connection during an upload', async () => {
    edge.addUser('unlucky');
    edge.documents.respond = (incoming, response) => {
      incoming.once('data', () => response.destroy());
    };
    const response = await edge.api('document/upload/', {
      method: 'POST',
      body: Buffer.alloc(30 * MIB),
      headers: bearer('unlucky'),
    });
    expect(response.status).toBe(503);
    edge.documents.reset();
    expect((await edge.api('document/metadata/x/')).status).toBe(200);
  });

  it('forwards an early rejection of a large upload', async () => {
    edge.addUser('refused');
    edge.documents.respond = (_incoming, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"code":"DOCUMENTS.INVALID_FILE_TYPE"}');
    };
    const response = await edge.api('document/upload/', {
      method: 'POST',
      body: Buffer.alloc(30 * MIB),
      headers: bearer('refused'),
    });
    expect(response).toMatchObject({ status: 400, body: { code: 'DOCUMENTS.INVALID_FILE_TYPE' } });
  });
});

describe('shutdown', () => {
  it('completes open calls and ends event streams', async () => {
    const gateway = await edge.startGateway({ DOCUMENTS_URL: edge.documents.url });
    let finish: () => void = () => undefined;
    edge.documents.respond = (incoming, response) => {
      if (incoming.url?.includes('events')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
      } else finish = () => void response.end('{"late":true}');
    };
    const stream = await fetch(`${gateway.url}/api/document/events/`, {
      headers: { accept: 'text/event-stream' },
    });
    const call = fetch(`${gateway.url}/api/document/metadata/slow/`).then((response) => response.json());
    await waitFor('both requests to arrive', () => edge.documents.seen.length === 2);
    const began = performance.now();
    const stopping = gateway.stop();
    await expect(stream.text()).resolves.toBe(': hello\n\n');
    finish();
    await expect(call).resolves.toEqual({ late: true });
    await stopping;
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
