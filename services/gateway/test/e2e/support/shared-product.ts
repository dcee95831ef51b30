import { ProductAccess } from '@hamkhan/testing/product-access';

type OpenAiSettings = {
  latencyMs?: number;
  /** Translations of texts that contain this wait until the next call. */
  holdText?: string;
};

const post = async <T>(path: string, body: object = {}): Promise<T> => {
  const keeper = process.env['E2E_KEEPER_URL'];
  if (!keeper) throw new Error('E2E_KEEPER_URL is not set: Jest did not run start-products.mjs');
  const response = await fetch(`${keeper}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} failed: ${await response.text()}`);
  return (await response.json()) as T;
};

/** Sets the fake OpenAI server that translates for the shared product; what is left out gets its default. */
export const configureOpenAi = (settings: OpenAiSettings): Promise<void> => post('/openai', settings);

/** A product that the browser tests share; use accounts of your own. `close` leaves it running. */
export async function sharedProduct(name: 'translating' | 'plain'): Promise<ProductAccess> {
  await configureOpenAi({});
  const { url, env } = await post<{ url: string; env: Record<string, string> }>(`/products/${name}`);
  return ProductAccess.connect(url, env);
}
