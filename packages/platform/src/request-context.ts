import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The context of one request, event or job. */
export type RequestContext = {
  readonly correlationId: string;
  /** User id; `system` for jobs, `request` until the caller of a request is known, and for guests. */
  readonly actor: string;
  /** The administrator who acts as the actor (C36). */
  readonly impersonatedBy?: string | null;
};

const storage = new AsyncLocalStorage<RequestContext>();

const SAFE_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The given correlation id if it is well-formed, else a new one. */
export const correlationIdFrom = (value: unknown): string =>
  typeof value === 'string' && SAFE_ID.test(value) ? value : randomUUID();

export const runInContext = <T>(context: RequestContext, run: () => T): T => storage.run(context, run);

/** Names the caller of the current request, once it is known, for its events. */
export function setContextActor(actor: string, impersonatedBy: string | null): void {
  const context = storage.getStore();
  if (context) Object.assign(context, { actor, impersonatedBy });
}

export const currentContext = (): RequestContext | undefined => storage.getStore();
