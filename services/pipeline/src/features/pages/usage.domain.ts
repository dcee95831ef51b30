import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';

/** Usage as `$inc` entries below `field`. */
export const usageIncrements = (field: string, usage: TokenUsage): Record<string, number> =>
  Object.fromEntries(Object.entries(usage).map(([name, amount]) => [`${field}.${name}`, amount]));
