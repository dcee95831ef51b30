import { ERRORS } from '@hamkhan/contracts/errors';
import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { isPublic } from '@hamkhan/contracts/routes/route';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument, type JsonObject } from './openapi-document.js';
import { referencesIn } from './reachable-schemas.js';

const document = openApiDocument('1.2.3');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const operation = (id: string): JsonObject => {
  const found = operations.find((one) => one.operation['operationId'] === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found.operation;
};

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 with a title and a version', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Hamkhan API', version: '1.2.3' } });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has exactly the public routes, with unique operationIds', () => {
    const ids = operations.map((one) => one.operation['operationId']);
    const routes = ALL_ROUTES.filter(({ route }) => isPublic(route));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(routes.map(({ name }) => name).sort());
    for (const { name, route } of routes) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      expect(document.paths[path]?.[route.method.toLowerCase()]?.['operationId']).toBe(name);
    }
  });

  it('resolves every $ref and has no unused schemas', () => {
    const references = new Set(referencesIn(document));
    expect(references.size).toBeGreaterThan(40);
    expect([...references].sort()).toEqual(Object.keys(document.components.schemas).sort());
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/\w+")/);
  });

  it('declares each path parameter once, as required', () => {
    for (const { path, operation: one } of operations) {
      const parameters = (one['parameters'] ?? []) as { name: string; in: string; required: boolean }[];
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  it('lists its tags and has one on each operation', () => {
    const tags = document.tags.map(({ name }) => name);
    expect(new Set(tags).size).toBe(tags.length);
    expect(new Set(operations.flatMap((one) => one.operation['tags'] as string[]))).toEqual(new Set(tags));
  });

  it('describes who may call a route', () => {
    expect(operation('listLibrary')['security']).toEqual([{ bearer: [] }]);
    expect(operation('documentMetadata')['security']).toEqual([{}, { bearer: [] }]);
    expect(operation('login')['security']).toEqual([]);
    expect(operation('changePassword')).toMatchObject({ 'x-in-person': true, 'x-over-session-limit': false });
  });

  it('lists errors with their codes and both texts, in the error format of the service', () => {
    const { responses } = operation('updateShelf') as { responses: Record<string, JsonObject> };
    expect(responses['404']).toMatchObject({ 'x-error-codes': ['SHELVES.NOT_FOUND'] });
    expect(responses['404']?.['description']).toContain(ERRORS['SHELVES.NOT_FOUND'].fa);
    expect(responses['404']?.['description']).toContain(ERRORS['SHELVES.NOT_FOUND'].en);
    expect(referencesIn(responses['404'])).toEqual(['StatusError']);
    expect(referencesIn(operation('login')['responses'])).toContain('FormError');
    expect(referencesIn(operation('walletBalance')['responses'])).toContain('FinanceError');
  });

  it('lists rate limits and timeouts', () => {
    expect(operation('login')['x-rate-limit']).toEqual([
      {
        name: 'login',
        per: 'username and address',
        max: 10,
        window_seconds: 900,
        error: 'AUTH.TOO_MANY_LOGINS',
        setting: 'LOGIN_FAILURES_MAX',
      },
      expect.objectContaining({ name: 'login-address', max: 600 }),
      expect.objectContaining({ name: 'login-account', max: 20 }),
      expect.objectContaining({ name: 'login-account-captcha', max: 40 }),
    ]);
    expect(operation('login')['x-timeout-seconds']).toBe(10);
    expect(operation('listLibrary')).not.toHaveProperty('x-rate-limit');
  });

  it('describes requests: query, form, JSON or a file', () => {
    const parameters = operation('listLibrary')['parameters'] as JsonObject[];
    expect(parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['page', 'per_page', 'search', 'shelf_id', 'sort_by']),
    );
    expect(operation('login')['requestBody']).toMatchObject({
      content: { 'multipart/form-data': { schema: { required: ['username', 'password'] } } },
    });
    expect(operation('setReading')['requestBody']).toMatchObject({
      content: {
        'application/json': { schema: { properties: { layout: { enum: ['single', 'continuous'] } } } },
      },
    });
    expect(operation('uploadDocument')['requestBody']).toMatchObject({
      content: { 'multipart/form-data': { schema: { required: expect.arrayContaining(['file']) } } },
    });
  });

  it('describes responses: JSON, a file or events', () => {
    expect(referencesIn(operation('userStatus')['responses'])).toContain('UserStatusResponse');
    expect(operation('captchaAudio')['responses']).toMatchObject({ 200: { content: { 'audio/wav': {} } } });
    expect(referencesIn(operation('documentEvents')['responses'])).toEqual(
      expect.arrayContaining(['LibraryItem', 'PageChangedEvent']),
    );
  });
});
