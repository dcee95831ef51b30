import { z } from 'zod';
import { getAuthToken, getLanguage } from '../storage/settings.js';
import { ApiError, type ClientErrorCode, errorFromAnswer } from './api-error.js';

export const API_BASE = '/api/';

/** Time limits of the calls, in milliseconds (accounts-and-library.txt §9, decisions.md G74). */
export const TIMEOUTS = { general: 30_000, signIn: 10_000, register: 15_000, upload: 30 * 60_000 } as const;

export type QueryValue = string | number | boolean | undefined;
export type FormValue = string | number | boolean | Blob;

export type CallOptions = {
  query?: Record<string, QueryValue>;
  signal?: AbortSignal;
  timeoutMs?: number;
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

/** The address of a call: under /api/, with a trailing slash, without the queries that are not set. */
export const apiUrl = (path: string, query: Record<string, QueryValue> = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const clean = path.replace(/^\/+/, '').replace(/\/*$/, '/');
  const tail = search.toString();
  return `${API_BASE}${clean}${tail ? `?${tail}` : ''}`;
};

const formOf = (fields: Record<string, FormValue | undefined>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, String(value));
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

type Method = 'GET' | 'POST' | 'DELETE';

type Body = { form?: Record<string, FormValue | undefined>; json?: unknown };

/** Sends a call and reads its answer; the time it may take ends with that, or where `read` says that it has begun. */
const send = async <T>(
  method: Method,
  path: string,
  body: Body,
  options: CallOptions,
  read: (answer: Response, begun: () => void) => Promise<T>,
): Promise<{ answer: T; token: string | null }> => {
  const timer = new AbortController();
  let url: string;
  let init: RequestInit;
  let token: string | null;
  try {
    token = options.token ?? getAuthToken();
    const headers = callHeaders(undefined, token);
    url = apiUrl(path, options.query);
    init = { method, credentials: 'include', headers, signal: timer.signal, cache: 'no-store' };
    if (options.keepalive) init.keepalive = true;
    if (body.json !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(body.json);
    } else if (body.form && Object.keys(body.form).length > 0) {
      init.body = formOf(body.form);
    }
  } catch (cause) {
    throw clientError('CLIENT.SETUP', cause);
  }

  let timedOut = false;
  const stop = () => timer.abort();
  const clock = setTimeout(() => {
    timedOut = true;
    stop();
  }, options.timeoutMs ?? TIMEOUTS.general);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop);
  try {
    return { answer: await read(await fetch(url, init), () => clearTimeout(clock)), token };
  } catch (cause) {
    if (timedOut) throw clientError('CLIENT.TIMEOUT', cause);
    if (timer.signal.aborted) throw clientError('CLIENT.ABORTED', cause);
    throw clientError('CLIENT.NO_ANSWER', cause);
  } finally {
    clearTimeout(clock);
    options.signal?.removeEventListener('abort', stop);
  }
};

const readText = async (answer: Response): Promise<{ status: number; text: string }> => ({
  status: answer.status,
  text: await answer.text(),
});

const call = async <S extends z.ZodType>(
  method: Method,
  path: string,
  schema: S,
  body: Body,
  options: CallOptions,
): Promise<z.infer<S>> => {
  const { answer, token } = await send(method, path, body, options, readText);
  return settle(schema, answer.status, answer.text, token, options);
};

export const apiGet = <S extends z.ZodType>(path: string, schema: S, options: CallOptions = {}) =>
  call('GET', path, schema, {}, options);

/** The name that an answer gives its file (RFC 8187); empty where it gives none. */
const fileNameOf = (answer: Response): string => {
  const found = /filename\*=UTF-8''([^;\s]+)/i.exec(answer.headers.get('content-disposition') ?? '');
  try {
    return decodeURIComponent(found?.[1] ?? '');
  } catch {
    return '';
  }
};

/** A file, under the name the server gives it. It may take as long as the line needs, once it has begun to come. */
export const apiFile = async (path: string, options: CallOptions = {}): Promise<File> => {
  const { answer, token } = await send('GET', path, {}, options, async (response, begun) => {
    if (!response.ok) return readText(response);
    begun();
    return new File([await response.blob()], fileNameOf(response));
  });
  return answer instanceof File ? answer : settle(z.never(), answer.status, answer.text, token, options);
};

/** A multipart post; without fields its body is empty. */
export const apiPost = <S extends z.ZodType>(
  path: string,
  schema: S,
  form: Record<string, FormValue | undefined> = {},
  options: CallOptions = {},
) => call('POST', path, schema, { form }, options);

export const apiPostJson = <S extends z.ZodType>(
  path: string,
  schema: S,
  json: unknown,
  options: CallOptions = {},
) => call('POST', path, schema, { json }, options);

export const apiDelete = <S extends z.ZodType>(path: string, schema: S, options: CallOptions = {}) =>
  call('DELETE', path, schema, {}, options);

export type UploadOptions = CallOptions & {
  /** Called with the share sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
};

/** A multipart post that tells how far it is; `signal` cancels it. XMLHttpRequest, since fetch does not count what it sends. */
export const apiUpload = <S extends z.ZodType>(
  path: string,
  schema: S,
  form: Record<string, FormValue | undefined>,
  options: UploadOptions = {},
): Promise<z.infer<S>> =>
  new Promise((resolve, reject) => {
    if (options.signal?.aborted) {
      reject(clientError('CLIENT.ABORTED'));
      return;
    }
    const request = new XMLHttpRequest();
    const token = options.token ?? getAuthToken();
    const stop = () => request.abort();
    request.onload = () => {
      try {
        resolve(settle(schema, request.status, request.responseText, token, options));
      } catch (error) {
        reject(error instanceof Error ? error : clientError('CLIENT.BAD_ANSWER', error));
      }
    };
    request.onerror = () => reject(clientError('CLIENT.NO_ANSWER'));
    request.ontimeout = () => reject(clientError('CLIENT.TIMEOUT'));
    request.onabort = () => reject(clientError('CLIENT.ABORTED'));
    request.onloadend = () => options.signal?.removeEventListener('abort', stop);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) options.onProgress?.(event.loaded / event.total);
    };
    try {
      request.open('POST', apiUrl(path, options.query));
      request.withCredentials = true;
      request.timeout = options.timeoutMs ?? TIMEOUTS.upload;
      for (const [name, value] of Object.entries(callHeaders(undefined, token))) {
        request.setRequestHeader(name, value);
      }
      options.signal?.addEventListener('abort', stop);
      request.send(formOf(form));
    } catch (cause) {
      reject(clientError('CLIENT.SETUP', cause));
    }
  });
