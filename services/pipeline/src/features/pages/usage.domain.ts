import type { PageUsage } from './page.schema.js';

/** What a call cost, as increments of the usage kept under `field`. */
export const usageIncrements = (field: string, usage: PageUsage): Record<string, number> =>
  Object.fromEntries(Object.entries(usage).map(([name, amount]) => [`${field}.${name}`, amount]));
