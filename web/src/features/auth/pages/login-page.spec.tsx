import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { getAuthToken } from '../../../shared/storage/settings.js';
import { LoginPage } from './login-page.js';

const show = (path: string, routes: StubRoutes = {}) => {
  const calls = stubApi({ 'POST user/check/username/': { body: { valid: true } }, ...routes });
  const router = showRoutes(
    [
      { path: '/user/login/', element: <LoginPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
  return { calls, router };
};

const username = () => screen.getByLabelText('Mobile, username or email');
const password = () => screen.findByLabelText('Password');
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const next = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));

beforeEach(() => startScreen('en'));
afterEach(() => void jest.useRealTimers());

describe('the username step of sign-in', () => {
  it('has one field for mobile, username or email, and no password [ACC-LOGIN-02]', () => {
    show('/user/login/');
    expect(screen.getAllByRole('textbox')).toEqual([username()]);
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('requires a username and sends nothing without one [ACC-LOGIN-06]', async () => {
    const { calls } = show('/user/login/');
    write(username(), '  ');
    next();
    expect(await screen.findByText('username required')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('sends English digits without spaces, then shows the password step [ACC-LOGIN-03] [ACC-LOGIN-07] [ACC-LOGIN-08]', async () => {
    const { calls } = show('/user/login/');
    write(username(), ' ۰۹۱۲ ٠٠٠ 0001 ');
    next();
    await password();
    expect(callTo(calls, 'POST user/check/username/').form).toEqual({ username: '09120000001' });
  });

  it('keeps the username when the user returns from the password step by Back or Change', async () => {
    const { router } = show('/user/login/?redirect=/user/upload/');
    write(username(), 'demo');
    next();
    await password();
    await act(() => router.navigate(-1));
    expect((username() as HTMLInputElement).value).toBe('demo');
    next();
    await password();
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    await waitFor(() => expect((username() as HTMLInputElement).value).toBe('demo'));
    expect(router.state.location.search).toBe('?redirect=/user/upload/');
  });

  it('reports an unknown username [ACC-LOGIN-17]', async () => {
    const { router } = show('/user/login/', { 'POST user/check/username/': { body: { valid: false } } });
    write(username(), 'nosuchuser');
    next();
    expect(await screen.findByText('username not found')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/user/login/');
  });

  it('redirects an unknown mobile to registration [ACC-LOGIN-16]', async () => {
    const { router } = show('/user/login/?redirect=/user/upload/', {
      'POST user/check/username/': { body: { valid: false } },
    });
    write(username(), '۰۹۱۲۹۹۹۹۹۹۹');
    next();
    await screen.findByText('elsewhere');
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/user/register/?mobile=09129999999&redirect=%2Fuser%2Fupload%2F');
  });

  it('reports a timeout after 10 s [ACC-LOGIN-12] [ACC-LOGIN-19]', async () => {
    jest.useFakeTimers();
    show('/user/login/', { 'POST user/check/username/': 'hang' });
    write(username(), 'a');
    next();
    await act(() => jest.advanceTimersByTimeAsync(9_999));
    expect(screen.queryByText('request timeout')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByText('request timeout')).toBeTruthy();
  });

  it.each([
    ['[ACC-LOGIN-20]', { status: 404 }, 'server not found'],
    ['[ACC-LOGIN-21]', { status: 500 }, 'server error'],
    ['[ACC-LOGIN-22]', { status: 422 }, 'validation failed'],
    ['[ACC-LOGIN-23]', 'broken' as const, 'no response from server'],
  ])('%s names the failure: %j', async (_, answer, text) => {
    show('/user/login/', { 'POST user/check/username/': answer });
    write(username(), 'a');
    next();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('reports a request that could not be built [ACC-LOGIN-24]', async () => {
    show('/user/login/');
    const form = globalThis.FormData;
    globalThis.FormData = class {
      constructor() {
        throw new Error('no form');
      }
    } as unknown as typeof FormData;
    try {
      write(username(), 'a');
      next();
      expect(await screen.findByText('request setup error')).toBeTruthy();
    } finally {
      globalThis.FormData = form;
    }
  });
});

describe('sign-in after many username checks', () => {
  it('requires a captcha, then continues with the same username', async () => {
    let checks = 0;
    const { calls } = show('/user/login/', {
      'POST user/check/username/': () =>
        (checks += 1) === 1
          ? {
              status: 429,
              body: {
                code: 'AUTH.TOO_MANY_REQUESTS',
                status: 'captcha_required_error',
                non_field_errors: ['x'],
              },
            }
          : { body: { valid: true } },
      'GET captcha/init/': { body: { verfied: false, image: 'cGljdHVyZQ' } },
      'POST captcha/validate/': { body: { isValid: true } },
    });
    write(username(), 'demo');
    next();
    write(await screen.findByLabelText('Characters in the picture'), '2k7rx');
    next();
    expect(await password()).toBeTruthy();
    expect(callTo(calls, 'POST captcha/validate/').form).toEqual({ captchaInput: '2k7rx' });
    expect(callTo(calls, 'POST user/check/username/').form).toEqual({ username: 'demo' });
    expect(checks).toBe(2);
  });

  it('fetches a new picture after a wrong answer', async () => {
    show('/user/login/', {
      'POST user/check/username/': { status: 429, body: { status: 'captcha_required_error' } },
      'GET captcha/init/': { body: { verfied: false, image: 'cGljdHVyZQ' } },
      'POST captcha/validate/': { body: { isValid: false } },
    });
    write(username(), 'demo');
    next();
    write(await screen.findByLabelText('Characters in the picture'), 'wrong');
    next();
    expect(await screen.findByText(/not the characters in the picture/)).toBeTruthy();
  });

  it('shows the error of another rate limit without a captcha', async () => {
    show('/user/login/', {
      'POST user/check/username/': { status: 429, body: { non_field_errors: ['too many requests'] } },
    });
    write(username(), 'demo');
    next();
    expect(await screen.findByText('too many requests')).toBeTruthy();
  });
});

describe('the password step of sign-in', () => {
  const mobile = '/user/login/?mobile=09120000001';

  it('requires a captcha after many failed sign-ins of the account, then signs in', async () => {
    let logins = 0;
    const { calls } = show(mobile, {
      'POST user/login/': () =>
        (logins += 1) === 1
          ? { status: 429, body: { code: 'AUTH.TOO_MANY_LOGINS', status: 'captcha_required_error' } }
          : { body: { token: 'abc' } },
      'GET captcha/init/': { body: { verfied: false, image: 'cGljdHVyZQ' } },
      'POST captcha/validate/': { body: { isValid: true } },
    });
    write(await password(), '123456');
    submit();
    write(await screen.findByLabelText('Characters in the picture'), '2k7rx');
    next();
    await screen.findByText('elsewhere');
    expect(callTo(calls, 'POST user/login/').form).toEqual({ username: '09120000001', password: '123456' });
    expect(localStorage.getItem('authtoken')).toBe('abc');
  });

  it('opens at once for a mobile in the URL [ACC-LOGIN-04]', async () => {
    show(mobile);
    expect(await password()).toBeTruthy();
    expect(screen.getByText('09120000001')).toBeTruthy();
  });

  it('refuses an empty or short password and sends nothing [ACC-LOGIN-09] [ACC-LOGIN-10]', async () => {
    const { calls } = show(mobile);
    submit();
    expect(await screen.findByText('This Field is Required')).toBeTruthy();
    write(await password(), '12345');
    submit();
    expect(await screen.findByText('Must Be At least 6')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('stores the token and opens the home page [ACC-LOGIN-13] [ACC-LOGIN-14] [ACC-LOGIN-15] [ACC-LOGIN-18]', async () => {
    const { calls, router } = show('/user/login/', { 'POST user/login/': { body: { token: 'abc' } } });
    write(username(), 'demo');
    next();
    write(await password(), '123456');
    submit();
    await screen.findByText('elsewhere');
    expect(callTo(calls, 'POST user/login/').form).toEqual({ username: 'demo', password: '123456' });
    expect(localStorage.getItem('authtoken')).toBe('abc');
    expect(router.state.location.pathname).toBe('/');
  });

  it.each([
    ['/user/documents/?page=2', '/user/documents/?page=2'],
    ['//evil.example/', '/'],
    ['https://evil.example/', '/'],
  ])('with redirect %s opens %s [ACC-LOGIN-05]', async (redirect, target) => {
    const { router } = show(`${mobile}&redirect=${encodeURIComponent(redirect)}`, {
      'POST user/login/': { body: { token: 'abc' } },
    });
    write(await password(), '123456');
    submit();
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname + router.state.location.search).toBe(target);
  });

  it('leaves no step of the form in the history', async () => {
    const { router } = show('/before/', { 'POST user/login/': { body: { token: 'abc' } } });
    await act(() => router.navigate('/user/login/?redirect=/after/'));
    write(username(), 'demo');
    next();
    write(await password(), '123456');
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/after/'));
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/before/');
  });

  it('reports a wrong password and stays on the screen [ACC-LOGIN-25]', async () => {
    const { router } = show(mobile, {
      'POST user/login/': { status: 401, body: { non_field_errors: ['x'] } },
    });
    write(await password(), 'wrong-one');
    submit();
    expect(await screen.findByText('invalid credentials')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/user/login/');
    expect(getAuthToken()).toBeNull();
  });

  it('shows errors of the server at their fields or below the form [ACC-LOGIN-26]', async () => {
    show(mobile, {
      'POST user/login/': { status: 400, body: { password: ['x'], non_field_errors: ['y'] } },
    });
    const field = await password();
    write(field, '123456');
    submit();
    const text = await screen.findByText('x');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.contains(text)).toBe(true);
    expect(screen.getByText('y')).toBeTruthy();
  });
});

describe('the code step of sign-in, for staff', () => {
  const LOGIN = 'POST user/login/';
  const WITH_CODE = 'POST user/login/second-factor/';
  const codeNeeded = { status: 403, body: { code: 'AUTH.SECOND_FACTOR_REQUIRED', non_field_errors: ['x'] } };
  const code = () => screen.findByLabelText('Code from the app, or a recovery code');
  const showCodeStep = async (routes: StubRoutes = {}) => {
    const shown = show('/user/login/?mobile=09120000001', { [LOGIN]: codeNeeded, ...routes });
    write(await password(), '123456');
    submit();
    await code();
    return shown;
  };

  it('appears after the password where the account needs a code, and signs in with it', async () => {
    const { calls } = await showCodeStep({ [WITH_CODE]: { body: { token: 'abc' } } });
    expect(screen.queryByText('x')).toBeNull();
    write(await code(), '123 456');
    submit();
    await screen.findByText('elsewhere');
    expect(callTo(calls, WITH_CODE).form).toEqual({
      username: '09120000001',
      password: '123456',
      code: '123 456',
    });
    expect(getAuthToken()).toBe('abc');
  });

  it('requires a code, and shows a wrong one at its field', async () => {
    const { calls } = await showCodeStep({
      [WITH_CODE]: { status: 400, body: { code: ['wrong verification code'] } },
    });
    submit();
    expect(await screen.findByText('This Field is Required')).toBeTruthy();
    expect(calls.filter(({ path }) => path.endsWith('second-factor/'))).toEqual([]);
    write(await code(), '000000');
    submit();
    expect(await screen.findByText('wrong verification code')).toBeTruthy();
    expect(getAuthToken()).toBeNull();
  });

  it('sends the code again after a captcha that was required in between', async () => {
    let attempts = 0;
    const { calls } = await showCodeStep({
      [WITH_CODE]: () =>
        (attempts += 1) === 1
          ? { status: 429, body: { code: 'AUTH.TOO_MANY_LOGINS', status: 'captcha_required_error' } }
          : { body: { token: 'abc' } },
      'GET captcha/init/': { body: { verfied: false, image: 'cGljdHVyZQ' } },
      'POST captcha/validate/': { body: { isValid: true } },
    });
    write(await code(), '123456');
    submit();
    write(await screen.findByLabelText('Characters in the picture'), '2k7rx');
    next();
    await screen.findByText('elsewhere');
    expect(callTo(calls, WITH_CODE).form['code']).toBe('123456');
  });
});
