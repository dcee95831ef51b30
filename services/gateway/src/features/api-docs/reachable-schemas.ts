const PREFIX = '#/components/schemas/';

/** The names of the components that a part of the document refers to. */
export function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)
      ? [value.slice(PREFIX.length)]
      : referencesIn(value),
  );
}

/** The schemas that the paths refer to, directly or through other schemas, by name. */
export function reachableSchemas<Schema>(
  paths: unknown,
  schemas: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const reached = new Map<string, Schema>();
  const open = referencesIn(paths);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = schemas[name];
    if (!schema || reached.has(name)) continue;
    reached.set(name, schema);
    open.push(...referencesIn(schema));
  }
  return Object.fromEntries([...reached].sort(([one], [other]) => one.localeCompare(other)));
}
