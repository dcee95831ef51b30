type Step = { name: string; run: () => Promise<void> };

/**
 * What features put into their stores beside collections and indexes: the rows every installation begins with, rows of an earlier version brought up to
 * date. Role `migrate` takes each step once, one after the other, so steps are idempotent; a feature adds its own in `onModuleInit`.
 */
export class StoreSteps {
  private readonly steps: Step[] = [];

  add(name: string, run: () => Promise<void>): void {
    this.steps.push({ name, run });
  }

  /** @throws an error that names the step that failed. */
  async take(): Promise<void> {
    for (const { name, run } of this.steps) {
      try {
        await run();
      } catch (cause) {
        throw new Error(`the step "${name}" failed`, { cause });
      }
    }
  }
}
