import { ProductAccess } from '@hamkhan/testing/product-access';

type OpenAiSettings = {
  latencyMs?: number;
  /** Translations of texts that contain this wait until the next call. */
  holdText?: string;
};

const variable = (name: 'E2E_PRODUCT' | 'E2E_OPENAI_SETTINGS_URL'): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: Jest did not run start-product.mjs`);
  return value;
};

/** Sets the fake OpenAI server that translates for the shared product; what is left out gets its default. */
export async function configureOpenAi(settings: OpenAiSettings): Promise<void> {
  const response = await fetch(variable('E2E_OPENAI_SETTINGS_URL'), {
    method: 'POST',
    body: JSON.stringify(settings),
  });
  if (!response.ok) throw new Error(`the fake OpenAI server refused its settings: ${await response.text()}`);
}

/** The product that the browser tests share; use accounts of your own. `close` leaves it running. */
export async function sharedProduct(): Promise<ProductAccess> {
  await configureOpenAi({});
  const { url, env } = JSON.parse(variable('E2E_PRODUCT')) as { url: string; env: Record<string, string> };
  return ProductAccess.connect(url, env);
}
