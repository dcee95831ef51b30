import { rememberedSecrets } from './secrets.mjs';

/**
 * The account for a first sign-in. Its password is random for each data folder, so that no two installations share one;
 * DEMO_USERNAME and DEMO_PASSWORD override both.
 *
 * @param {string} dataDir
 * @returns {Promise<{ username: string, password: string, env: Record<string, string> }>} env is for the auth service
 */
export async function demoAccount(dataDir) {
  const secrets = await rememberedSecrets(dataDir, ['DEMO_PASSWORD']);
  const made = Buffer.from(secrets.DEMO_PASSWORD, 'base64url').toString('hex').slice(0, 10);
  const username = process.env.DEMO_USERNAME || 'demo';
  const password = process.env.DEMO_PASSWORD || made;
  return { username, password, env: { DEMO_USERNAME: username, DEMO_PASSWORD: password } };
}
