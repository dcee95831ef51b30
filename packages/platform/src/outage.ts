import { isMongoOutage } from './mongo/mongo.js';

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'SlowDown',
  'ServiceUnavailable',
  'XMinioServerNotInitialized',
]);

/** True when a server is temporarily unavailable: the caller should retry instead of failing the work. */
export function isOutage(error: unknown): boolean {
  if (isMongoOutage(error)) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  return (
    (typeof code === 'string' && NETWORK_CODES.has(code)) ||
    (Array.isArray(errors) && errors.some(isOutage)) ||
    (cause !== undefined && cause !== error && isOutage(cause))
  );
}
