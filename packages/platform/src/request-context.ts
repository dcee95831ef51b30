import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The context of one request, event or job. */
export type RequestContext = { readonly correlationId: string; readonly actor: string };

const storage = new AsyncLocalStorage<RequestContext>();

const SAFE_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The given correlation id if it is well-formed, else a new one. */
export const correlationIdFrom = (value: unknown): string =>
  typeof value === 'string' && SAFE_ID.test(value) ? value : randomUUID();

export const runInContext = <T>(context: RequestContext, run: () => T): T => storage.run(context, run);

export const currentContext = (): RequestContext | undefined => storage.getStore();
