import type { Sandbox } from './sandbox.js';

/** Prepares a sandbox when it is first needed, again after a failure: a sandbox server may start later than its clients. */
export class SandboxSource {
  private sandbox: Promise<Sandbox> | null = null;

  constructor(private readonly prepare: () => Promise<Sandbox>) {}

  /** A sandbox that is ready. */
  static of(sandbox: Sandbox): SandboxSource {
    return new SandboxSource(() => Promise.resolve(sandbox));
  }

  /** @throws what preparing throws */
  get(): Promise<Sandbox> {
    if (this.sandbox) return this.sandbox;
    const sandbox = this.prepare();
    this.sandbox = sandbox;
    sandbox.catch(() => (this.sandbox = null));
    return sandbox;
  }
}
