/** With it a service's health and metrics port is found: PORT + 1000. */
export const ADMIN_OFFSET = 1000;

/**
 * The processes of the product. `role` is the argument of the service's main.js; `urlVariable` is how the others learn
 * its address.
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

/** The services that own data and have collections, indexes or a bucket to set up. */
export const SERVICES_WITH_DATA = ['auth', 'documents', 'pipeline', 'finance', 'ai'];
