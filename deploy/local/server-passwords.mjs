import { PROCESSES } from './processes.mjs';
import { rememberedSecrets } from './secrets.mjs';

/** The user that sets up the servers; no service runs as this user. */
export const ADMIN = 'admin';

/** The services, each with a password of its own for all servers. */
export const SERVICES = [...new Set(PROCESSES.map(({ service }) => service))];

/** The variable with the password of a service or of the administrator. */
export const passwordVariable = (name) => `PASSWORD_OF_${name.toUpperCase()}`;

/**
 * @typedef {{ users: Record<string, string>, mongodbKey: string }} ServerPasswords the password of `admin` and of each service,
 *   and the key that the members of MongoDB's replica set share
 */

/**
 * The passwords of the servers of a data folder, made by the first start.
 *
 * @param {string} dataDir
 * @returns {Promise<ServerPasswords>}
 */
export async function serverPasswords(dataDir) {
  const names = [ADMIN, ...SERVICES];
  const secrets = await rememberedSecrets(dataDir, ['MONGODB_KEY', ...names.map(passwordVariable)]);
  return {
    users: Object.fromEntries(names.map((name) => [name, secrets[passwordVariable(name)]])),
    // MongoDB takes the alphabet of plain base64 only.
    mongodbKey: Buffer.from(secrets.MONGODB_KEY, 'base64url').toString('base64'),
  };
}

/** The passwords of the services as environment variables, for packages/platform/dist/access/apply-access.js. */
export const passwordEnv = ({ users }) =>
  Object.fromEntries(SERVICES.map((service) => [passwordVariable(service), users[service]]));
