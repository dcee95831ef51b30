import { IDENTITY_HEADER, type Identity } from '@hamkhan/contracts/identity';
import {
  prepareStores,
  startService,
  type RunningService,
  type ServiceOptions,
} from '@hamkhan/platform/bootstrap';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import { freePort } from './free-port.js';
import { TEST_IDENTITY_SECRET, type TestEnv, type TestStack } from './test-stack.js';
import { waitFor } from './wait-for.js';

export type TestService = {
  /** Origin without a slash at its end. */
  url: string;
  adminUrl: string;
  /** The Nest application, to look into repositories. */
  app: RunningService['app'];
  stop: () => Promise<void>;
};

/**
 * Starts a service of the product in this process, on the servers of the stack and on ports of its own, with its collections,
 * indexes and bucket made. `load` is what its main.ts gives to `runService`, with the environment to read. It is ready then, also
 * to consume: a member that leaves its group before it has quite joined holds up the others for a minute.
 */
export async function startTestService(
  stack: TestStack,
  load: (env: TestEnv) => ServiceOptions,
  extraEnv: TestEnv = {},
): Promise<TestService> {
  const port = await freePort();
  const adminPort = await freePort();
  const running = await startService(
    load({ ...stack.env, PORT: String(port), ADMIN_PORT: String(adminPort), ...extraEnv }),
  );
  await prepareStores(running.app);
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  await waitFor('the service to be ready', async () => (await fetch(`${adminUrl}/health/ready`)).ok, 30_000);
  return {
    url: `http://127.0.0.1:${port}`,
    adminUrl,
    app: running.app,
    stop: running.stop,
  };
}

const tokens = new IdentityToken(TEST_IDENTITY_SECRET);

/** A whole identity from the facts a test cares about. */
export const identity = (facts: Partial<Identity> & { userId: string }): Identity => ({
  sessionId: `session-of-${facts.userId}`,
  username: `user-${facts.userId}`,
  isStaff: false,
  isSuperuser: false,
  isCreator: false,
  hasActiveSubscription: false,
  overSessionLimit: false,
  language: 'fa',
  impersonatedBy: null,
  ...facts,
});

/** The header with which the gateway vouches for a caller; valid for a minute. */
export const identityHeader = (facts: Partial<Identity> & { userId: string }): Record<string, string> => ({
  [IDENTITY_HEADER]: tokens.sign(identity(facts)),
});
