import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What belongs to one request, event or job on its way through the code. */
export type RequestContext = { readonly correlationId: string; readonly actor: string };

const storage = new AsyncLocalStorage<RequestContext>();

const SAFE_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** A correlation id from outside if it is harmless, else a new one. */
export const correlationIdFrom = (value: unknown): string =>
  typeof value === 'string' && SAFE_ID.test(value) ? value : randomUUID();

export const runInContext = <T>(context: RequestContext, run: () => T): T => storage.run(context, run);

export const currentContext = (): RequestContext | undefined => storage.getStore();
