import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';

/** What a call cost, as increments of the usage kept under `field`. */
export const usageIncrements = (field: string, usage: TokenUsage): Record<string, number> =>
  Object.fromEntries(Object.entries(usage).map(([name, amount]) => [`${field}.${name}`, amount]));
