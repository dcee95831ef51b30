import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import { isOutage } from '../outage.js';
import { transportWithTimeout } from './transport-with-timeout.js';

const IDLE_MS = 300;
let server: Server | null = null;

const clientOf = async (listener: RequestListener): Promise<Client> => {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return new Client({
    endPoint: '127.0.0.1',
    port: (started.address() as AddressInfo).port,
    useSSL: false,
    accessKey: 'key',
    secretKey: 'secret-key',
    region: 'us-east-1',
    transport: transportWithTimeout(false, IDLE_MS),
  });
};

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = null;
});

describe('transportWithTimeout', () => {
  it('reports a server that never responds as an outage', async () => {
    const client = await clientOf(() => undefined);
    const error: unknown = await client.statObject('bucket', 'key').catch((caught: unknown) => caught);
    expect(isOutage(error)).toBe(true);
  });

  it('aborts a response that stops in the middle', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
    });
    const error: unknown = await buffer(await client.getObject('bucket', 'key')).catch(
      (caught: unknown) => caught,
    );
    expect(isOutage(error)).toBe(true);
  });

  it('keeps a slow response that makes progress', async () => {
    const client = await clientOf((_request, response) => {
      let left = 4;
      response.writeHead(200, { 'content-length': '4' });
      const timer = setInterval(() => {
        response.write('x');
        left -= 1;
        if (left === 0) clearInterval(timer);
      }, IDLE_MS / 2);
    });
    expect((await buffer(await client.getObject('bucket', 'key'))).toString()).toBe('xxxx');
  });
});
