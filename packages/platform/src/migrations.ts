type Migration = { name: string; run: () => Promise<void> };

/**
 * Data migrations of the features: seed rows and updates of rows of an earlier version. A feature adds its migrations in
 * `onModuleInit`. The role `migrate` runs all of them in sequence on every deployment, so each must be idempotent.
 */
export class Migrations {
  private readonly migrations: Migration[] = [];

  add(name: string, run: () => Promise<void>): void {
    this.migrations.push({ name, run });
  }

  /** @throws an error that names the failed migration. */
  async run(): Promise<void> {
    for (const { name, run } of this.migrations) {
      try {
        await run();
      } catch (cause) {
        throw new Error(`migration "${name}" failed`, { cause });
      }
    }
  }
}
