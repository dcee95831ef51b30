/** A named JSON schema for the response of a model. Servers that support schemas enforce it. */
export type ResponseSchema = { name: string; strict: true; schema: Record<string, unknown> };

/** Response formats from strict to free. Servers that reject one are sent the next, and it is remembered. */
export const RESPONSE_FORMATS = ['json_schema', 'json_object', 'none'] as const;
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number];

/** The request fields for a format; none for a server that supports neither. */
export function formatFields(format: ResponseFormat, schema: ResponseSchema) {
  if (format === 'json_schema')
    return { response_format: { type: 'json_schema' as const, json_schema: schema } };
  if (format === 'json_object') return { response_format: { type: 'json_object' as const } };
  return {};
}

/** The first JSON object in a text. Models without a schema often wrap it in words or a code fence. Undefined if there is none. */
export function parseJsonObject(content: string): unknown {
  const start = content.indexOf('{');
  const end = content.lastIndexOf('}');
  if (start < 0 || end <= start) return undefined;
  try {
    return JSON.parse(content.slice(start, end + 1)) as unknown;
  } catch {
    return undefined;
  }
}
