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
import { ApiError, type ClientErrorCode, errorFromAnswer } from './api-error.js';

/** What a route takes: parameters of its path, a query, a body. */
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
  /** The caller shows 400 and 500 itself: nothing goes to the message bar. */
  ownErrors?: boolean;
  /** A 401 is an answer to this call (a wrong password), not the end of a session (decisions.md G16). */
  own401?: boolean;
  /** Sent instead of the stored token: signing out removes that one first. */
  token?: string;
  /** The browser finishes the call even when the page is left. */
  keepalive?: boolean;
};

/** What happens once for the whole application when a call is refused. */
export type ApiHooks = {
  /** A stored token was refused: it is removed and the reader goes home. */
  onUnauthorized: () => void;
  /** Errors of a whole request that no screen shows itself. */
  onAlerts: (texts: readonly string[]) => void;
  /** The server failed and no screen shows it itself. */
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

/** The headers of every call: language, cross-site token, bearer. */
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

type Given = {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: Readonly<Record<string, string | number | boolean | Blob | undefined>>;
};

/** The address of a call, without query parameters that are undefined. */
const urlOf = (route: Route, { params, query }: Given): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const path = pathOf(route, params ?? {});
  const tail = search.toString();
  return tail ? `${path}?${tail}` : path;
};

/** The address of a route, e.g. for an `audio` element. */
export const routeUrl = <R extends Route>(route: R, given: Omit<RouteInput<R>, 'body'>): string =>
  urlOf(route, given);

const formOf = (fields: Given['body'] = {}): FormData => {
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

/** A refusal counts for the session only while the refused token is the stored one: the next user's session goes on. */
export const reportRefused = (token: string | null): void => {
  if (token !== null && token === getAuthToken()) hooks.onUnauthorized();
};

/** Turns an answer into the promised shape or into the error it means, and tells the application once. */
const settle = <S extends z.ZodType>(
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
  const error = errorFromAnswer(status, body);
  if (status === 401 && !options.own401) reportRefused(token);
  if (!options.ownErrors) {
    if (status === 400 && error.general.length > 0) hooks.onAlerts(error.general);
    if (status >= 500) hooks.onServerError(error);
  }
  throw error;
};

/** Sends a call and reads its answer; the time it may take ends with that, or where `read` says that it has begun. */
const send = async <T>(
  route: Route,
  given: Given & CallOptions,
  read: (answer: Response, begun: () => void) => Promise<T>,
): Promise<{ answer: T; token: string | null }> => {
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
    return { answer: await read(await fetch(url, init), () => clearTimeout(clock)), token };
  } catch (cause) {
    if (timedOut) throw clientError('CLIENT.TIMEOUT', cause);
    if (timer.signal.aborted) throw clientError('CLIENT.ABORTED', cause);
    throw clientError('CLIENT.NO_ANSWER', cause);
  } finally {
    clearTimeout(clock);
    given.signal?.removeEventListener('abort', stop);
  }
};

const readText = async (answer: Response): Promise<{ status: number; text: string }> => ({
  status: answer.status,
  text: await answer.text(),
});

/** Schema of the JSON that a route responds with. */
const schemaOf = ({ response }: Route): z.ZodType => (response instanceof z.ZodType ? response : z.never());

/** Calls a route and parses its response. @throws ApiError */
export const callRoute = async <R extends Route>(
  route: R,
  given: RouteInput<R> & CallOptions,
): Promise<ResponseOf<R>> => {
  const { answer, token } = await send(route, given as Given & CallOptions, readText);
  return settle(schemaOf(route), answer.status, answer.text, token, given) as ResponseOf<R>;
};

/** The name that an answer gives its file (RFC 8187); empty where it gives none. */
const fileNameOf = (answer: Response): string => {
  const found = /filename\*=UTF-8''([^;\s]+)/i.exec(answer.headers.get('content-disposition') ?? '');
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
  const { answer, token } = await send(route, given as Given & CallOptions, async (response, begun) => {
    if (!response.ok) return readText(response);
    begun();
    return new File([await response.blob()], fileNameOf(response));
  });
  return answer instanceof File ? answer : settle(z.never(), answer.status, answer.text, token, given);
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
        resolve(settle(schemaOf(route), request.status, request.responseText, token, given) as ResponseOf<R>);
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
      request.send(formOf((given as Given).body));
    } catch (cause) {
      reject(clientError('CLIENT.SETUP', cause));
    }
  });
