import http from 'node:http';
import https from 'node:https';

/** As Node reports a connection that timed out, so that callers take it for an outage. */
class SilentServerError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(host: string, silenceMs: number) {
    super(`${host} was silent for ${silenceMs} ms`);
    this.name = 'SilentServerError';
  }
}

/**
 * What minio-js sends its requests with, ended when nothing has gone over the connection for `silenceMs`: it knows no time limit
 * itself, and a server that accepts and never answers would hold the caller for ever.
 */
export function impatientTransport(useSSL: boolean, silenceMs: number): Pick<typeof http, 'request'> {
  const { request: open } = useSSL ? https : http;
  const request = (options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) => {
    const opened = open(options, onResponse);
    opened.setTimeout(silenceMs, () => {
      opened.destroy(new SilentServerError(options.host ?? 'the object store', silenceMs));
    });
    return opened;
  };
  return { request: request as typeof http.request };
}
