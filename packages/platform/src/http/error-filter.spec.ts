import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError } from '../app-error.js';
import { createLogger } from '../observability/logger.js';
import { ErrorFilter } from './error-filter.js';

@Module({
  providers: [
    { provide: APP_FILTER, useFactory: () => new ErrorFilter('status', createLogger('test', 'silent')) },
  ],
})
class TestModule {}

let app: NestFastifyApplication;

beforeAll(async () => {
  app = await NestFactory.create<NestFastifyApplication>(TestModule, new FastifyAdapter(), { logger: false });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/rejects', (_request, reply) => {
    void reply.header('content-type', 'image/png').header('content-length', 5);
    return Promise.reject(new AppError('AUTH.TOO_MANY_REQUESTS', { details: { retry_after: 7 } }));
  });
  void fastify.register((scope, _options, done) => {
    scope.get('/throws', () => {
      throw new AppError('COMMON.NOT_FOUND');
    });
    done();
  });
  fastify.get('/bug', () => Promise.reject(new TypeError('a bug')));
  await app.init();
  await fastify.ready();
});
afterAll(() => app.close());

describe('ErrorFilter on routes registered directly with Fastify', () => {
  it('answers a rejected handler with the code, status and headers of the error', async () => {
    const response = await app.inject({ url: '/rejects', headers: { 'accept-language': 'en' } });
    expect(response.statusCode).toBe(429);
    expect(response.headers).toMatchObject({
      'retry-after': '7',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(response.json()).toMatchObject({ status: 'error', code: 'AUTH.TOO_MANY_REQUESTS' });
  });

  it('answers an exception in a nested scope', async () => {
    const response = await app.inject({ url: '/throws', headers: { 'accept-language': 'en' } });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ status: 'error', code: 'COMMON.NOT_FOUND', error: 'not found' });
  });

  it('hides the message of a bug behind an error id', async () => {
    const response = await app.inject({ url: '/bug' });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ code: 'COMMON.INTERNAL', error_id: expect.any(String) });
    expect(response.body).not.toContain('a bug');
  });
});
