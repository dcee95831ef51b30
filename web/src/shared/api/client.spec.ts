import { listLibraryRoute, uploadDocumentRoute } from '@hamkhan/contracts/routes/library';
import { publicShelfRoute } from '@hamkhan/contracts/routes/public-shelves';
import { CALL_TIMEOUT_MS, route, type Route } from '@hamkhan/contracts/routes/route';
import { userStatusRoute } from '@hamkhan/contracts/routes/sessions';
import { loginRoute } from '@hamkhan/contracts/routes/sign-in';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { callTo, lastUpload, stubApi, stubUpload } from '../../test/api-stub.js';
import { setAuthToken, setLanguage } from '../storage/settings.js';
import { ApiError, isWorthRetrying } from './api-error.js';
import { callRoute, configureApi, downloadRoute, routeUrl, uploadRoute } from './client.js';

const hooks = {
  onUnauthorized: jest.fn<() => void>(),
  onAlerts: jest.fn<(texts: readonly string[]) => void>(),
  onServerError: jest.fn<() => void>(),
};
const FILE = { mediaTypes: ['text/plain'] } as const;
const getRoute = <R extends Route['response']>(path: string, response: R) =>
  route({ service: 'ai', method: 'GET', path: `/api/${path}`, summary: '', audience: 'guest', response });
const postRoute = route({
  service: 'ai',
  method: 'POST',
  path: '/api/x/',
  summary: '',
  audience: 'guest',
  form: z.looseObject({}),
  response: z.object({}),
});

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the call succeeded');
};

beforeEach(() => {
  jest.resetAllMocks();
  configureApi(hooks);
  localStorage.clear();
  setAuthToken(null);
});
afterEach(() => void jest.useRealTimers());

describe('the API client', () => {
  it('calls under /api/ with a trailing slash [ACC-CONV-01] [ACC-CONV-13]', () => {
    expect(routeUrl(userStatusRoute, {})).toBe('/api/user/status/');
    const query = { page: 2, search: undefined };
    expect(routeUrl(listLibraryRoute, { query })).toBe('/api/document/user/document/list/?page=2');
    const params = { shelfId: 'a/b' };
    expect(routeUrl(publicShelfRoute, { params })).toBe('/api/document/shelf/public/a%2Fb/');
  });

  it('sends cookies, the CSRF token, the bearer token and the language [ACC-CONV-02] [ACC-CONV-03] [ACC-CONV-05] [ACC-CONV-06]', async () => {
    document.cookie = 'csrftoken=a%2Bb';
    setAuthToken('t');
    setLanguage('en');
    const calls = stubApi({ 'POST x/': { body: {} } });
    await callRoute(postRoute, { body: { a: 1 } });
    expect(callTo(calls, 'POST x/')).toMatchObject({
      credentials: 'include',
      headers: { 'X-CSRFToken': 'a+b', Authorization: 'Bearer t', 'Accept-Language': 'en' },
      form: { a: '1' },
    });
    setAuthToken(null);
    setLanguage('fa');
    await callRoute(postRoute, { body: {} });
    const { headers } = callTo(calls, 'POST x/');
    expect(headers['Authorization']).toBeUndefined();
    expect(headers['Accept-Language']).toBe('fa');
  });

  it('posts multipart form data [ACC-CONV-08]', async () => {
    stubApi({ 'POST x/': { body: {} } });
    await callRoute(postRoute, { body: { username: 'a', file: new Blob(['x']) } });
    const init = jest.mocked(fetch).mock.calls[0]?.[1];
    expect(init?.body).toBeInstanceOf(FormData);
    expect(init?.headers).not.toHaveProperty('Content-Type');
  });

  it('times out after 30 s, or after the timeout of the route [ACC-CONV-07]', async () => {
    jest.useFakeTimers();
    stubApi({ 'GET x/': 'hang' });
    const general = failure(callRoute(getRoute('x/', z.unknown()), {}));
    await jest.advanceTimersByTimeAsync(29_999);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect((await general).code).toBe('CLIENT.TIMEOUT');
    expect(loginRoute.timeoutMs).toBe(10_000);
    const short = failure(callRoute({ ...getRoute('x/', z.unknown()), timeoutMs: loginRoute.timeoutMs }, {}));
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await short).code).toBe('CLIENT.TIMEOUT');
  });

  it('distinguishes a cancelled call, a network failure and an invalid response', async () => {
    stubApi({ 'GET hang/': 'hang', 'GET broken/': 'broken', 'GET odd/': { body: { token: 7 } } });
    const controller = new AbortController();
    const cancelled = failure(callRoute(getRoute('hang/', z.unknown()), { signal: controller.signal }));
    controller.abort();
    expect((await cancelled).code).toBe('CLIENT.ABORTED');
    expect((await failure(callRoute(getRoute('broken/', z.unknown()), {}))).code).toBe('CLIENT.NO_ANSWER');
    expect((await failure(callRoute(getRoute('odd/', z.object({ token: z.string() })), {}))).code).toBe(
      'CLIENT.BAD_ANSWER',
    );
  });

  it('reports a refused token once, and only if one was sent [ACC-CONV-10]', async () => {
    stubApi({ 'GET x/': { status: 401, body: { code: 'AUTH.LOGIN_REQUIRED', error: 'please login' } } });
    expect((await failure(callRoute(getRoute('x/', z.unknown()), {}))).status).toBe(401);
    expect(hooks.onUnauthorized).not.toHaveBeenCalled();
    setAuthToken('t');
    await failure(callRoute(getRoute('x/', z.unknown()), { own401: true }));
    expect(hooks.onUnauthorized).not.toHaveBeenCalled();
    await failure(callRoute(getRoute('x/', z.unknown()), {}));
    expect(hooks.onUnauthorized).toHaveBeenCalledTimes(1);
  });

  it('keeps the session when a call with an earlier token is refused [ACC-CONV-10]', async () => {
    stubApi({ 'GET x/': { status: 401 } });
    setAuthToken('first');
    const refused = failure(callRoute(getRoute('x/', z.unknown()), {}));
    setAuthToken('second');
    expect((await refused).status).toBe(401);
    expect(hooks.onUnauthorized).not.toHaveBeenCalled();
  });

  it('sends the token of the call instead of the stored one', async () => {
    const calls = stubApi({ 'POST x/': { body: {} } });
    await callRoute(postRoute, { body: {}, token: 'old', keepalive: true });
    expect(callTo(calls, 'POST x/').headers['Authorization']).toBe('Bearer old');
    expect(jest.mocked(fetch).mock.calls[0]?.[1]?.keepalive).toBe(true);
  });

  it('reports every general error [ACC-CONV-11]', async () => {
    stubApi({ 'GET x/': { status: 400, body: { non_field_errors: ['a', 'b'] } } });
    await failure(callRoute(getRoute('x/', z.unknown()), {}));
    expect(hooks.onAlerts).toHaveBeenCalledWith(['a', 'b']);
    await failure(callRoute(getRoute('x/', z.unknown()), { ownErrors: true }));
    expect(hooks.onAlerts).toHaveBeenCalledTimes(1);
  });

  it('reports a server error unless the caller shows it [ACC-CONV-12]', async () => {
    stubApi({ 'GET x/': { status: 500, body: 'down' } });
    await failure(callRoute(getRoute('x/', z.unknown()), { ownErrors: true }));
    expect(hooks.onServerError).not.toHaveBeenCalled();
    await failure(callRoute(getRoute('x/', z.unknown()), {}));
    expect(hooks.onServerError).toHaveBeenCalledTimes(1);
  });

  it('reads the three error shapes', async () => {
    stubApi({
      'GET form/': { status: 400, body: { code: 'C', username: ['u'], __all__: ['g'] } },
      'GET status/': { status: 409, body: { status: 'error', error: 'File already exists', code: 'D' } },
      'GET finance/': {
        status: 400,
        body: { status: 'error', error: 'e', details: 'd', fields: { amount: ['too low'] } },
      },
    });
    const options = { ownErrors: true };
    expect(await failure(callRoute(getRoute('form/', z.unknown()), options))).toMatchObject({
      code: 'C',
      fields: { username: ['u'] },
      general: ['g'],
    });
    expect(await failure(callRoute(getRoute('status/', z.unknown()), options))).toMatchObject({
      code: 'D',
      text: 'File already exists',
      fields: {},
    });
    expect(await failure(callRoute(getRoute('finance/', z.unknown()), options))).toMatchObject({
      text: 'd',
      fields: { amount: ['too low'] },
    });
  });

  it('uploads with progress, the common headers and a timeout of half an hour [ACC-UPLOAD-18]', async () => {
    stubUpload();
    setAuthToken('t');
    const seen: number[] = [];
    const done = uploadRoute(uploadDocumentRoute, {
      body: { language: 'en', file: new File(['x'], 'a.pdf') },
      onProgress: (share) => seen.push(share),
    });
    const xhr = lastUpload();
    expect(xhr).toMatchObject({
      method: 'POST',
      url: '/api/document/upload/',
      timeout: 1_800_000,
      withCredentials: true,
    });
    expect(xhr.headers['Authorization']).toBe('Bearer t');
    expect(Object.keys(xhr.form)).toEqual(['language', 'file']);
    xhr.progress(1, 4);
    xhr.progress(4, 4);
    const uploaded = { duplicate: false, id: '1', key: 'k' };
    xhr.answer(200, uploaded);
    await expect(done).resolves.toEqual(uploaded);
    expect(seen).toEqual([0.25, 1]);
  });

  it('names a downloaded file as the server does, or leaves the name empty', async () => {
    const named = (value?: string) => ({
      body: 'bytes',
      ...(value === undefined ? {} : { headers: { 'content-disposition': value } }),
    });
    for (const [header, name] of [
      [`attachment; filename="document.pdf"; filename*=UTF-8''%D8%AF%201.pdf`, 'د 1.pdf'],
      [`attachment; filename*=UTF-8''%ff`, ''],
      ['attachment', ''],
      [undefined, ''],
    ] as const) {
      stubApi({ 'GET x/': named(header) });
      const file = await downloadRoute(getRoute('x/', FILE), {});
      expect([file.name, file.size]).toEqual([name, 'bytes'.length]);
    }
  });

  it('throws the error of a refused download', async () => {
    setAuthToken('t');
    stubApi({ 'GET x/': { status: 401, body: { error: 'log in' } } });
    expect(await failure(downloadRoute(getRoute('x/', FILE), {}))).toMatchObject({
      status: 401,
      text: 'log in',
    });
    expect(hooks.onUnauthorized).toHaveBeenCalledTimes(1);
    stubApi({ 'GET x/': 'broken' });
    expect((await failure(downloadRoute(getRoute('x/', FILE), {}))).code).toBe('CLIENT.NO_ANSWER');
  });

  it('times out before a download starts, not while it runs', async () => {
    jest.useFakeTimers();
    let arrive: (file: Blob) => void = () => undefined;
    stubApi({ 'GET x/': { body: '' } });
    const rest = globalThis.fetch;
    globalThis.fetch = async (...call) => {
      const answer = await rest(...call);
      const blob = () => new Promise<Blob>((resolve) => (arrive = resolve));
      return Object.assign(answer, { blob });
    };
    const slow = downloadRoute(getRoute('x/', FILE), {});
    await jest.advanceTimersByTimeAsync(20 * CALL_TIMEOUT_MS);
    arrive(new Blob(['late']));
    expect((await slow).size).toBe(4);
    stubApi({ 'GET x/': 'hang' });
    const never = failure(downloadRoute(getRoute('x/', FILE), {}));
    await jest.advanceTimersByTimeAsync(CALL_TIMEOUT_MS);
    expect((await never).code).toBe('CLIENT.TIMEOUT');
  });

  it('cancels an upload', async () => {
    stubUpload();
    const body = { file: new Blob(['x']) };
    const controller = new AbortController();
    const cancelled = failure(uploadRoute(uploadDocumentRoute, { body, signal: controller.signal }));
    controller.abort();
    expect((await cancelled).code).toBe('CLIENT.ABORTED');
    const broken = failure(uploadRoute(uploadDocumentRoute, { body }));
    lastUpload().fail();
    expect((await broken).code).toBe('CLIENT.NO_ANSWER');
  });
});

describe('ApiError', () => {
  it('carries the error id of the server logs', async () => {
    stubApi({ 'GET x/': { status: 500, body: { error: 'e', error_id: '7f3a' } } });
    const error = await failure(callRoute(getRoute('x/', z.unknown()), { ownErrors: true }));
    expect(error.errorId).toBe('7f3a');
  });

  it.each([
    [0, true],
    [429, true],
    [503, true],
    [400, false],
    [401, false],
    [404, false],
  ])('of status %d is worth retrying: %s', (status, worth) => {
    expect(isWorthRetrying(new ApiError('X', { status }))).toBe(worth);
  });
});
