import { jest } from '@jest/globals';

export type StubCall = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  form: Record<string, FormDataEntryValue>;
  /** The JSON body. */
  json: unknown;
  credentials: string | undefined;
};
export type StubAnswer =
  { status?: number; body?: unknown; headers?: Record<string, string> } | 'hang' | 'broken';
export type StubRoutes = Record<string, StubAnswer | ((call: StubCall) => StubAnswer)>;

const formOf = (body: unknown): Record<string, FormDataEntryValue> =>
  body instanceof FormData ? Object.fromEntries(body.entries()) : {};

/** Stubs fetch with responses by `METHOD path` and records the calls. A call without a response fails as a network error. */
export const stubApi = (routes: StubRoutes): StubCall[] => {
  const calls: StubCall[] = [];
  globalThis.fetch = jest.fn<typeof fetch>((input, init = {}) => {
    const url = new URL(
      typeof input === 'string' ? input : 'url' in input ? input.url : input.href,
      'http://localhost',
    );
    const call: StubCall = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...(init.headers as Record<string, string>) },
      form: formOf(init.body),
      json: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      credentials: init.credentials,
    };
    calls.push(call);
    const found = routes[`${call.method} ${call.path.replace(/^\/api\//, '')}`];
    const answer = typeof found === 'function' ? found(call) : found;
    if (answer === 'hang') {
      return new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    }
    if (answer === undefined || answer === 'broken') return Promise.reject(new TypeError('network'));
    const { status = 200, body = {}, headers = {} } = answer;
    const text = () => Promise.resolve(JSON.stringify(body));
    const blob = () => Promise.resolve(new Blob([typeof body === 'string' ? body : JSON.stringify(body)]));
    const get = (name: string) => headers[name] ?? null;
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: { get } as Headers,
      text,
      blob,
      body: null,
    } as Response);
  });
  return calls;
};

/** The last call of a route. @throws an error that lists all calls if the route was not called */
export const callTo = (calls: readonly StubCall[], route: string): StubCall => {
  const found = calls.findLast((call) => `${call.method} ${call.path.replace(/^\/api\//, '')}` === route);
  if (!found)
    throw new Error(`no ${route} among ${calls.map((call) => `${call.method} ${call.path}`).join(', ')}`);
  return found;
};

/** A fake XMLHttpRequest: the test controls its progress and response. */
export class StubXhr {
  static last: StubXhr | undefined;
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress: ((event: Partial<ProgressEvent>) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  withCredentials = false;
  timeout = 0;
  status = 0;
  responseText = '';
  url = '';
  method = '';
  form: Record<string, FormDataEntryValue> = {};

  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.form = formOf(body);
    StubXhr.last = this;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  progress(loaded: number, total: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
  fail() {
    this.onerror?.();
    this.onloadend?.();
  }
}

/** Installs the fake XMLHttpRequest and forgets earlier uploads. */
export const stubUpload = (): void => {
  StubXhr.last = undefined;
  globalThis.XMLHttpRequest = StubXhr as unknown as typeof XMLHttpRequest;
};

export const lastUpload = (): StubXhr => {
  if (!StubXhr.last) throw new Error('nothing was sent');
  return StubXhr.last;
};
