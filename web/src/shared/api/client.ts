import {
  CALL_TIMEOUT_MS,
  pathOf,
  type BodyInput,
  type PathParameters,
  type QueryInput,
  type ResponseOf,
  type Route,
  type UploadInput,
} from '@hamkhan/contracts/routes/route';
import { z } from 'zod';
import { getAuthToken, getLanguage } from '../storage/settings.js';
import { ApiError, type ClientErrorCode, errorFromResponse } from './api-error.js';

/** The input of a route: path parameters, query and body. */
export type RouteInput<R extends Route> = (keyof PathParameters<R> extends never
  ? { params?: undefined }
  : { params: PathParameters<R> }) &
  (R extends { query: z.ZodType } ? { query?: QueryInput<R> } : { query?: undefined }) &
  (R extends { form: z.ZodType } | { json: z.ZodType }
    ? { body: BodyInput<R> }
    : R extends { upload: object }
      ? { body: UploadInput<R> }
      : { body?: undefined });

export type CallOptions = {
  signal?: AbortSignal;
  /** The caller shows 400 and 500 itself; nothing is reported to the message bar. */
  ownErrors?: boolean;
  /** A 401 concerns only this call (a wrong password) and does not end the session (decisions.md G16). */
  own401?: boolean;
  /** Sent instead of the stored token, which sign-out has already removed. */
  token?: string;
  /** The browser completes the call even if the page is closed. */
  keepalive?: boolean;
};

/** Handlers of the application for refused calls. */
export type ApiHooks = {
  /** The stored token was refused: remove it and open the home page. */
  onUnauthorized: () => void;
  /** General errors of a request that its screen does not show. */
  onAlerts: (texts: readonly string[]) => void;
  /** A failure of the server that the screen does not show. */
  onServerError: (error: ApiError) => void;
};

let hooks: ApiHooks = { onUnauthorized: () => {}, onAlerts: () => {}, onServerError: () => {} };
export const configureApi = (next: ApiHooks): void => {
  hooks = next;
};

const csrfToken = (): string | null => {
  const found = /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie);
  return found?.[1] ? decodeURIComponent(found[1]) : null;
};

/** The headers of every call: language, CSRF token and bearer token. */
export const callHeaders = (
  accept = 'application/json',
  token: string | null = getAuthToken(),
): Record<string, string> => {
  const headers: Record<string, string> = { Accept: accept, 'Accept-Language': getLanguage() };
  const csrf = csrfToken();
  if (csrf) headers['X-CSRFToken'] = csrf;
  if (token) headers['Authorization'] = `Bearer ${token}`;
  return headers;
};

type AnyInput = {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: Readonly<Record<string, string | number | boolean | Blob | undefined>>;
};

/** The URL of a call, without undefined query parameters. */
const urlOf = (route: Route, { params, query }: AnyInput): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const path = pathOf(route, params ?? {});
  const tail = search.toString();
  return tail ? `${path}?${tail}` : path;
};

/** The URL of a route, e.g. for an `audio` element. */
export const routeUrl = <R extends Route>(route: R, given: Omit<RouteInput<R>, 'body'>): string =>
  urlOf(route, given);

const formOf = (fields: AnyInput['body'] = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
};

const clientError = (code: ClientErrorCode, cause?: unknown) => new ApiError(code, { cause });

const bodyOf = (text: string): unknown => {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Ends the session if the refused token is still the stored one; a token stored since belongs to another session. */
export const reportRefused = (token: string | null): void => {
  if (token !== null && token === getAuthToken()) hooks.onUnauthorized();
};

/** Parses a successful response; throws the error of any other, after reporting it to the application. */
const parseResponse = <S extends z.ZodType>(
  schema: S,
  status: number,
  text: string,
  token: string | null,
  options: CallOptions,
): z.infer<S> => {
  const body = bodyOf(text);
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new ApiError('CLIENT.BAD_ANSWER', { status, body, cause: parsed.error });
  }
  const error = errorFromResponse(status, body);
  if (status === 401 && !options.own401) reportRefused(token);
  if (!options.ownErrors) {
    if (status === 400 && error.general.length > 0) hooks.onAlerts(error.general);
    if (status >= 500) hooks.onServerError(error);
  }
  throw error;
};

/** Sends a call and reads the response with `read`. The time limit covers both, unless `read` calls `stopTimer`. */
const send = async <T>(
  route: Route,
  given: AnyInput & CallOptions,
  read: (response: Response, stopTimer: () => void) => Promise<T>,
): Promise<{ response: T; token: string | null }> => {
  const timer = new AbortController();
  let url: string;
  let init: RequestInit;
  let token: string | null;
  try {
    token = given.token ?? getAuthToken();
    const headers = callHeaders(undefined, token);
    url = urlOf(route, given);
    init = { method: route.method, credentials: 'include', headers, signal: timer.signal, cache: 'no-store' };
    if (given.keepalive) init.keepalive = true;
    if (route.json) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(given.body);
    } else if (given.body && Object.keys(given.body).length > 0) {
      init.body = formOf(given.body);
    }
  } catch (cause) {
    throw clientError('CLIENT.SETUP', cause);
  }

  let timedOut = false;
  const stop = () => timer.abort();
  const clock = setTimeout(() => {
    timedOut = true;
    stop();
  }, route.timeoutMs ?? CALL_TIMEOUT_MS);
  if (given.signal?.aborted) stop();
  given.signal?.addEventListener('abort', stop);
  try {
    return { response: await read(await fetch(url, init), () => clearTimeout(clock)), token };
  } catch (cause) {
    if (timedOut) throw clientError('CLIENT.TIMEOUT', cause);
    if (timer.signal.aborted) throw clientError('CLIENT.ABORTED', cause);
    throw clientError('CLIENT.NO_ANSWER', cause);
  } finally {
    clearTimeout(clock);
    given.signal?.removeEventListener('abort', stop);
  }
};

const readText = async (response: Response): Promise<{ status: number; text: string }> => ({
  status: response.status,
  text: await response.text(),
});

/** Schema of the JSON response of a route. */
const schemaOf = ({ response }: Route): z.ZodType => (response instanceof z.ZodType ? response : z.never());

/** Calls a route and parses its response. @throws ApiError */
export const callRoute = async <R extends Route>(
  route: R,
  given: RouteInput<R> & CallOptions,
): Promise<ResponseOf<R>> => {
  const { response, token } = await send(route, given as AnyInput & CallOptions, readText);
  return parseResponse(schemaOf(route), response.status, response.text, token, given) as ResponseOf<R>;
};

/** The file name in the response headers (RFC 8187); '' without one. */
const fileNameOf = (response: Response): string => {
  const found = /filename\*=UTF-8''([^;\s]+)/i.exec(response.headers.get('content-disposition') ?? '');
  try {
    return decodeURIComponent(found?.[1] ?? '');
  } catch {
    return '';
  }
};

/** Downloads a file under the name the server gives it. The time limit ends when the response begins. @throws ApiError */
export const downloadRoute = async <R extends Route>(
  route: R,
  given: RouteInput<R> & CallOptions,
): Promise<File> => {
  const { response: read, token } = await send(
    route,
    given as AnyInput & CallOptions,
    async (response, stopTimer) => {
      if (!response.ok) return readText(response);
      stopTimer();
      return new File([await response.blob()], fileNameOf(response));
    },
  );
  return read instanceof File ? read : parseResponse(z.never(), read.status, read.text, token, given);
};

export type UploadOptions = CallOptions & {
  /** Called with the share sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Uploads a file and reports progress; `signal` cancels it. XMLHttpRequest, because fetch reports no upload progress. */
export const uploadRoute = <R extends Route>(
  route: R,
  given: RouteInput<R> & UploadOptions,
): Promise<ResponseOf<R>> =>
  new Promise((resolve, reject) => {
    if (given.signal?.aborted) {
      reject(clientError('CLIENT.ABORTED'));
      return;
    }
    const request = new XMLHttpRequest();
    const token = given.token ?? getAuthToken();
    const stop = () => request.abort();
    request.onload = () => {
      try {
        resolve(
          parseResponse(schemaOf(route), request.status, request.responseText, token, given) as ResponseOf<R>,
        );
      } catch (error) {
        reject(error instanceof Error ? error : clientError('CLIENT.BAD_ANSWER', error));
      }
    };
    request.onerror = () => reject(clientError('CLIENT.NO_ANSWER'));
    request.ontimeout = () => reject(clientError('CLIENT.TIMEOUT'));
    request.onabort = () => reject(clientError('CLIENT.ABORTED'));
    request.onloadend = () => given.signal?.removeEventListener('abort', stop);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) given.onProgress?.(event.loaded / event.total);
    };
    try {
      request.open(route.method, urlOf(route, given));
      request.withCredentials = true;
      request.timeout = route.timeoutMs ?? CALL_TIMEOUT_MS;
      for (const [name, value] of Object.entries(callHeaders(undefined, token))) {
        request.setRequestHeader(name, value);
      }
      given.signal?.addEventListener('abort', stop);
      request.send(formOf((given as AnyInput).body));
    } catch (cause) {
      reject(clientError('CLIENT.SETUP', cause));
    }
  });
