/** Price of a million tokens, in the operator's currency. */
export type TokenPrices = { prompt: number; completion: number };

/** Tokens and money that requests used, failed attempts included. `cost` is absent where no price is configured. */
export type TokenUsage = { requests: number; promptTokens: number; completionTokens: number; cost?: number };

export const noUsage = (): TokenUsage => ({ requests: 0, promptTokens: 0, completionTokens: 0 });

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const cost = a.cost === undefined && b.cost === undefined ? undefined : (a.cost ?? 0) + (b.cost ?? 0);
  return {
    requests: a.requests + b.requests,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    ...(cost === undefined ? {} : { cost }),
  };
}

/** The price of tokens, in the currency of `prices`. */
export const costOf = (
  tokens: Pick<TokenUsage, 'promptTokens' | 'completionTokens'>,
  prices: TokenPrices,
): number => (tokens.promptTokens * prices.prompt + tokens.completionTokens * prices.completion) / 1_000_000;
