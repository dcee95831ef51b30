import http from 'node:http';
import https from 'node:https';

/** Carries Node's code for a connection timeout, so that `isOutage` recognises it. */
class IdleTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(host: string, idleMs: number) {
    super(`${host} sent nothing for ${idleMs} ms`);
    this.name = 'IdleTimeoutError';
  }
}

/**
 * HTTP transport for minio-js that aborts a request when its connection is idle for `idleMs`. minio-js has no timeout of its
 * own: a server that accepts a connection and never responds would block the caller for ever.
 */
export function transportWithTimeout(useSSL: boolean, idleMs: number): Pick<typeof http, 'request'> {
  const { request: open } = useSSL ? https : http;
  const request = (options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) => {
    const opened = open(options, onResponse);
    opened.setTimeout(idleMs, () => {
      opened.destroy(new IdleTimeoutError(options.host ?? 'the object store', idleMs));
    });
    return opened;
  };
  return { request: request as typeof http.request };
}
