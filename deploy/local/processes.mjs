/** A service serves health and metrics at PORT + 1000. */
export const ADMIN_OFFSET = 1000;

/**
 * The processes of the product. `role` is the argument of the service's main.js; `urlVariable` holds its
 * address for the other services.
 *
 * @type {{ name: string, service: string, role?: string, port: number, urlVariable?: string }[]}
 */
export const PROCESSES = [
  { name: 'auth', service: 'auth', port: 8101, urlVariable: 'AUTH_URL' },
  { name: 'documents', service: 'documents', port: 8102, urlVariable: 'DOCUMENTS_URL' },
  { name: 'pipeline', service: 'pipeline', port: 8103, urlVariable: 'PIPELINE_URL' },
  { name: 'finance', service: 'finance', port: 8104, urlVariable: 'FINANCE_URL' },
  { name: 'ai', service: 'ai', port: 8105, urlVariable: 'AI_URL' },
  { name: 'pipeline-worker', service: 'pipeline', role: 'worker', port: 8106 },
  { name: 'gateway', service: 'gateway', port: 8080 },
];

/** The services that own data and need collections, indexes or a bucket. */
export const SERVICES_WITH_DATA = ['auth', 'documents', 'pipeline', 'finance', 'ai'];

/**
 * The processes that run code of these workspaces. Every service uses the packages.
 *
 * @param {Iterable<string>} changed folders of workspaces, e.g. `services/auth`
 */
export function processesOf(changed) {
  const folders = [...changed].filter((folder) => folder !== 'packages/testing');
  const all = folders.some((folder) => folder.startsWith('packages/'));
  return PROCESSES.filter(({ service }) => all || folders.includes(`services/${service}`)).map(
    ({ name }) => name,
  );
}
