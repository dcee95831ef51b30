import { ERRORS, type ErrorCode } from '@hamkhan/contracts/errors';
import { ALL_ROUTES, type ListedRoute } from '@hamkhan/contracts/routes/all-routes';
import { isOpenOverSessionLimit, isPublic, type Route } from '@hamkhan/contracts/routes/route';
import { errorCodesOf } from '@hamkhan/contracts/routes/route-errors';
import type { ErrorStyle } from '@hamkhan/platform/http/error-filter';
import { z } from 'zod';
import { ERROR_STYLES } from '../proxy/proxied-routes.js';
import { namedSchemas } from './named-schemas.js';
import { reachableSchemas } from './reachable-schemas.js';

export type JsonObject = { [key: string]: unknown };
export type OpenApiDocument = {
  openapi: string;
  info: JsonObject;
  tags: { name: string }[];
  paths: Record<string, Record<string, JsonObject>>;
  components: { schemas: Record<string, JsonObject>; securitySchemes: JsonObject };
};

const refTo = (name: string): string => `#/components/schemas/${name}`;
const ref = (name: string): JsonObject => ({ $ref: refTo(name) });

/** The OpenAPI 3.1 description of every public route, made from the table of routes and its schemas. */
export function openApiDocument(version: string): OpenApiDocument {
  const registry = namedSchemas();
  const routes = ALL_ROUTES.filter(({ route }) => isPublic(route));
  const paths: OpenApiDocument['paths'] = {};
  for (const listed of routes) {
    const path = listed.route.path.replace(/:(\w+)/g, '{$1}');
    const methods = (paths[path] ??= {});
    methods[listed.route.method.toLowerCase()] = operation(listed, registry);
  }
  const named = z.toJSONSchema(registry, { io: 'output', unrepresentable: 'any', uri: refTo }).schemas;
  const schemas = Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, plain(schema)]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hamkhan API',
      version,
      description:
        'Read books and articles in Persian beside the original. Error texts follow `Accept-Language`: Persian, or English.',
    },
    tags: [...new Set(routes.map(({ feature }) => feature))].map((name) => ({ name })),
    paths,
    components: {
      schemas: reachableSchemas(paths, { ...schemas, ...ERROR_SCHEMAS }),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/user/login/`.' },
      },
    },
  };
}

function operation(
  { name, feature, route }: ListedRoute,
  registry: ReturnType<typeof namedSchemas>,
): JsonObject {
  const parameters = [...pathParameters(route), ...queryParameters(route)];
  const requestBody = bodyOf(route);
  return {
    operationId: name,
    summary: route.summary,
    tags: [feature],
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { 200: successOf(route, registry), ...failuresOf(route) },
    'x-over-session-limit': isOpenOverSessionLimit(route),
    'x-in-person': route.inPerson ?? false,
    ...(route.limits ? { 'x-rate-limit': route.limits.map(rateLimit) } : {}),
    ...(route.timeoutMs ? { 'x-timeout-seconds': route.timeoutMs / 1_000 } : {}),
  };
}

/** Who may call: a guest route needs no token, and a route that ignores tokens does not accept one. */
function securityOf({ audience, ignoresToken }: Route): JsonObject[] {
  if (audience === 'user') return [{ bearer: [] }];
  return ignoresToken ? [] : [{}, { bearer: [] }];
}

const rateLimit = ({ name, per, max, windowMs, error, setting }: NonNullable<Route['limits']>[number]) => ({
  name,
  per,
  max,
  window_seconds: windowMs / 1_000,
  error,
  ...(setting ? { setting } : {}),
});

function pathParameters({ path, params }: Route): JsonObject[] {
  const known = params ? propertiesOf(inputSchema(params)) : {};
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known[name] ?? { type: 'string' },
  }));
}

function queryParameters({ query }: Route): JsonObject[] {
  if (!query) return [];
  const schema = inputSchema(query);
  const required = (schema['required'] ?? []) as string[];
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}

function bodyOf({ form, json, upload }: Route): JsonObject | null {
  if (json) return { required: true, content: { 'application/json': { schema: inputSchema(json) } } };
  if (form) {
    const schema = inputSchema(form);
    return { required: true, content: { 'multipart/form-data': { schema }, 'application/json': { schema } } };
  }
  if (!upload) return null;
  const fields = upload.fields ? inputSchema(upload.fields) : { type: 'object' };
  const schema = {
    ...fields,
    properties: {
      ...propertiesOf(fields),
      [upload.file]: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
    required: [...((fields['required'] ?? []) as string[]), upload.file],
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function successOf({ response }: Route, registry: ReturnType<typeof namedSchemas>): JsonObject {
  const schemaRef = (schema: z.ZodType): JsonObject => {
    const named = registry.get(schema);
    if (!named) throw new Error('a response has no name');
    return ref(named.id);
  };
  if ('events' in response) {
    const events = Object.entries(response.events).map(([event, schema]) => ({
      type: 'object',
      properties: { event: { const: event }, data: schemaRef(schema) },
    }));
    return {
      description: 'A stream of events',
      content: { 'text/event-stream': { schema: { oneOf: events } } },
    };
  }
  if ('mediaTypes' in response) {
    const content = response.mediaTypes.map((type) => [type, {}]);
    return { description: 'The file', content: Object.fromEntries(content) as JsonObject };
  }
  return { description: 'Success', content: { 'application/json': { schema: schemaRef(response) } } };
}

/** One response for each HTTP status, with the error codes that have it and their texts. */
function failuresOf(route: Route): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(route)) {
    const { http } = ERRORS[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  const style = ERROR_STYLES[route.service];
  const failure = (codes: ErrorCode[]): JsonObject => ({
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].en} — ${ERRORS[code].fa}`).join('\n\n'),
    content: { 'application/json': { schema: ref(ERROR_NAMES[style]) } },
    'x-error-codes': codes,
  });
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, failure(codes)]));
}

const ERROR_NAMES: Readonly<Record<ErrorStyle, string>> = {
  form: 'FormError',
  status: 'StatusError',
  finance: 'FinanceError',
};
const texts = { type: 'array', items: { type: 'string' } };
const code = { type: 'string', enum: Object.keys(ERRORS) };
/** The three error bodies (G24). */
const ERROR_SCHEMAS: Record<string, JsonObject> = {
  FormError: {
    type: 'object',
    description: 'Errors of the whole request and, by field, those of a form.',
    properties: { code, non_field_errors: texts },
  },
  StatusError: {
    type: 'object',
    properties: {
      status: { type: 'string' },
      error: { type: 'string' },
      code,
      fields: { type: 'object', additionalProperties: texts },
    },
    required: ['status', 'error', 'code'],
  },
  FinanceError: {
    type: 'object',
    properties: {
      status: { type: 'string' },
      error: { type: 'string' },
      details: { type: 'string' },
      code,
      fields: { type: 'object', additionalProperties: texts },
    },
    required: ['status', 'error', 'details', 'code', 'fields'],
  },
};

const inputSchema = (schema: z.ZodType): JsonObject =>
  plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

const propertiesOf = (schema: JsonObject): Record<string, unknown> =>
  (schema['properties'] ?? {}) as Record<string, unknown>;

/** A schema without the names that only a separate file needs. */
const plain = (schema: object): JsonObject => {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = schema as JsonObject;
  return rest;
};
