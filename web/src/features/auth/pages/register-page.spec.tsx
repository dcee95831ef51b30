import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { InitialEntry } from 'react-router';
import { getLanguage, setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubAnswer, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { InvitePage } from './invite-page.js';
import { RegisterPage } from './register-page.js';

const MOBILE = '09120000001';
const VERIFY = 'POST user/register/verify/';
const REGISTER = 'POST user/register/';
const LOGIN = 'POST user/login/';

const show = (path: InitialEntry | InitialEntry[], routes: StubRoutes = {}) => {
  const calls = stubApi({
    [VERIFY]: { body: { status: 'success', request_id: 'request-1' } },
    [REGISTER]: { body: { status: 'success', id: 'u1' } },
    [LOGIN]: { body: { token: 'abc' } },
    ...routes,
  });
  const router = showRoutes(
    [
      { path: '/user/register/:campaign?/', element: <RegisterPage /> },
      { path: '/invite/:ref', element: <InvitePage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
  const here = () => router.state.location.pathname + router.state.location.search;
  return { calls, here, router };
};

const mobileField = () => screen.getByLabelText<HTMLInputElement>('Mobile number');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Through step 0. */
const reachStep1 = async (path = '/user/register/', routes: StubRoutes = {}) => {
  const shown = show(path, routes);
  if (!mobileField().readOnly) write(mobileField(), MOBILE);
  press('Next');
  await screen.findByLabelText('Verification code');
  return shown;
};
const fillStep1 = () => {
  write(field('Verification code'), '۱۲۳۴۵۶');
  write(field('Password'), '123456');
  write(field('First name'), 'Sara');
  write(field('Last name'), 'Test');
};
/** Through both steps, to what the server makes of it. */
const registerWith = async (answer: StubAnswer, path?: string) => {
  const shown = await reachStep1(path, { [REGISTER]: answer });
  fillStep1();
  press('Register');
  return shown;
};

beforeEach(() => startScreen('en'));
afterEach(() => void jest.useRealTimers());

describe('the first step of joining', () => {
  it('[ACC-REGISTER-01] [ACC-REGISTER-08] shows a mobile number field and Next', () => {
    show('/user/register/');
    expect(screen.getAllByRole('textbox')).toEqual([mobileField()]);
    expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy();
  });

  it('[ACC-REGISTER-03] locks a mobile that is given', () => {
    show('/user/register/?mobile=09120000001');
    expect(mobileField().value).toBe(MOBILE);
    expect(mobileField().readOnly).toBe(true);
  });

  it('[ACC-REGISTER-13] refuses what is no mobile, and sends nothing', async () => {
    const { calls } = show('/user/register/');
    for (const text of ['', '0812345678', '0912000000']) {
      write(mobileField(), text);
      press('Next');
      expect(await screen.findByText('Insert a valid Mobile Number')).toBeTruthy();
    }
    expect(calls).toEqual([]);
  });

  it('[ACC-REGISTER-14] [ACC-REGISTER-15] keeps digits only, in English form', async () => {
    const { calls } = show('/user/register/');
    write(mobileField(), '0912000000a');
    expect(mobileField().value).toBe('0912000000');
    write(mobileField(), '۰۹۱۲ ۰۰۰ ۰۰۰۱');
    press('Next');
    await screen.findByLabelText('Verification code');
    expect(callTo(calls, VERIFY).form).toEqual({ mobile: MOBILE });
  });

  it('[ACC-REGISTER-26] [ACC-REGISTER-24] leads to signing in where the mobile has an account', async () => {
    const { here } = show('/user/register/?callback=/i/KEY/', {
      [VERIFY]: { status: 400, body: { exist: true, mobile: ['taken'] } },
    });
    write(mobileField(), MOBILE);
    press('Next');
    await screen.findByText('elsewhere');
    expect(here()).toBe('/user/login/?mobile=09120000001&redirect=%2Fi%2FKEY%2F');
  });

  it('[ACC-REGISTER-36] says that too many codes were asked for', async () => {
    const text = 'too many mobile verification requests; try again later';
    show('/user/register/', {
      [VERIFY]: { status: 429, body: { code: 'AUTH.TOO_MANY_CODES', non_field_errors: [text] } },
    });
    write(mobileField(), MOBILE);
    press('Next');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('[ACC-REGISTER-11] offers Persian and English, and keeps what was given over the reload', () => {
    jest.useFakeTimers();
    show('/user/register/');
    write(mobileField(), MOBILE);
    const list = field('Language');
    expect([...list.querySelectorAll('option')].map((one) => one.value)).toEqual(['fa', 'en']);
    write(list, 'fa');
    expect(getLanguage()).toBe('fa');
    expect(sessionStorage.getItem('registration')).toContain(MOBILE);
    cleanup();
    show('/user/register/');
    expect(mobileField().value).toBe(MOBILE);
    jest.clearAllTimers();
  });

  it('[ACC-REGISTER-12] leads to the terms and to privacy', () => {
    show('/user/register/');
    expect(screen.getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe(
      '/page/terms-of-use/',
    );
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/page/privacy/');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('sends one who has signed in on to where they wanted to go', async () => {
    setAuthToken('abc');
    const { here } = show('/user/register/?redirect=/user/upload/');
    await screen.findByText('elsewhere');
    expect(here()).toBe('/user/upload/');
  });
});

describe('a reload of the page', () => {
  const reload = () => {
    const path = '/user/register/';
    cleanup();
    return show([path, { pathname: path, state: { ahead: true } }]);
  };

  it('[ACC-REGISTER-11] stays at the second step with what was given there, but for password and code', async () => {
    await reachStep1();
    fillStep1();
    expect(sessionStorage.getItem('registration')).not.toMatch(/123456/);
    const { calls } = reload();
    expect([field('First name').value, field('Last name').value]).toEqual(['Sara', 'Test']);
    expect([field('Verification code').value, field('Password').value]).toEqual(['', '']);
    expect(screen.queryByRole('button', { name: 'Send another code' })).toBeNull();
    fillStep1();
    press('Register');
    await screen.findByText('elsewhere');
    expect(callTo(calls, REGISTER).form).toMatchObject({ mobile: MOBILE, request_id: 'request-1' });
    expect(calls.some(({ path }) => path === '/api/user/register/verify/')).toBe(false);
    expect(sessionStorage.getItem('registration')).toBeNull();
  });

  it('[ACC-REGISTER-01] is not what coming back later is: that begins with the mobile', async () => {
    await reachStep1();
    cleanup();
    show('/user/register/');
    expect(mobileField().value).toBe(MOBILE);
  });

  it('shows nothing of a draft for another mobile than the one that is given', async () => {
    await reachStep1();
    fillStep1();
    cleanup();
    show('/user/register/?mobile=09120000009');
    expect(mobileField().value).toBe('09120000009');
    press('Next');
    await screen.findByLabelText('Verification code');
    expect(field('First name').value).toBe('');
  });

  it('finds nothing once the mobile turned out to have an account', async () => {
    await registerWith({ status: 400, body: { exist: true } });
    await screen.findByText('elsewhere');
    expect(sessionStorage.getItem('registration')).toBeNull();
  });
});

describe('the second step of joining', () => {
  it('[ACC-REGISTER-09] asks for code, password, first and last name', async () => {
    await reachStep1();
    expect(screen.getAllByRole('textbox')).toEqual([
      field('Verification code'),
      field('First name'),
      field('Last name'),
    ]);
    expect(field('Password').type).toBe('password');
    press('Show password');
    expect(field('Password').type).toBe('text');
    expect(screen.getByRole('button', { name: 'Register' })).toBeTruthy();
  });

  it('[ACC-REGISTER-10] goes back to the mobile, and on again without another code', async () => {
    const { calls } = await reachStep1();
    press('Back');
    expect(mobileField().value).toBe(MOBILE);
    press('Next');
    expect(await screen.findByLabelText('Verification code')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('is left for the first one by the history, and found again as it was', async () => {
    const { calls, router } = await reachStep1('/user/register/?ref=ABC');
    fillStep1();
    await act(() => router.navigate(-1));
    expect(mobileField().value).toBe(MOBILE);
    expect(router.state.location.search).toBe('?ref=ABC');
    press('Next');
    await screen.findByLabelText('Verification code');
    expect([field('Verification code').value, field('First name').value]).toEqual(['123456', 'Sara']);
    expect(calls).toHaveLength(1);
  });

  it('takes the code out of whatever is pasted', async () => {
    await reachStep1();
    write(field('Verification code'), ' کد شما: ۱۲۳ ۴۵۶ ');
    expect(field('Verification code').value).toBe('123456');
  });

  it('[ACC-REGISTER-16] [ACC-REGISTER-18] asks for what is missing, and sends nothing', async () => {
    const { calls } = await reachStep1();
    press('Register');
    expect(await screen.findAllByText('This Field is Required')).toHaveLength(4);
    fillStep1();
    write(field('Password'), '1234');
    press('Register');
    expect(await screen.findByText('Must Be At least 6')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('[ACC-REGISTER-19] refuses a Persian letter in the password', async () => {
    await reachStep1();
    fillStep1();
    write(field('Password'), 'گذرواژه1');
    press('Register');
    expect(await screen.findByText('password invalid characters')).toBeTruthy();
  });

  it('[ACC-REGISTER-17] [ACC-REGISTER-25] [ACC-REGISTER-28] [ACC-REGISTER-31] sends what is asked for, then signs in', async () => {
    const { calls, here } = await registerWith({ body: { status: 'success', id: 'u1' } });
    await screen.findByText('elsewhere');
    expect(callTo(calls, REGISTER).form).toEqual({
      mobile: MOBILE,
      username: MOBILE,
      code: '123456',
      request_id: 'request-1',
      first_name: 'Sara',
      last_name: 'Test',
      password: '123456',
      password1: '123456',
      password2: '123456',
      language: 'en',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      account_type: 'reader',
    });
    expect(callTo(calls, LOGIN).form).toEqual({ username: MOBILE, password: '123456' });
    expect(localStorage.getItem('authtoken')).toBe('abc');
    expect(here()).toBe('/');
  });

  it.each([
    ['[ACC-REGISTER-06] [ACC-REGISTER-32]', '/user/register/?redirect=/user/upload/', '/user/upload/'],
    ['[ACC-REGISTER-04]', '/user/register/?callback=/i/KEY/', '/i/KEY/'],
    ['[ACC-REGISTER-07] [ACC-REGISTER-32]', '/user/register/7/?redirect=/user/upload/', '/campaign/7/'],
    ['[ACC-REGISTER-32]', '/user/register/?redirect=//evil.example/', '/'],
  ])('%s from %s goes on to %s', async (_, path, target) => {
    const { here } = await registerWith({ body: { status: 'success', id: 'u1' } }, path);
    await screen.findByText('elsewhere');
    expect(here()).toBe(target);
  });

  it('[ACC-REGISTER-05] shows and sends the referral code', async () => {
    const { calls } = await registerWith(
      { body: { status: 'success', id: 'u1' } },
      '/user/register/?ref=ABC',
    );
    await screen.findByText('elsewhere');
    expect(callTo(calls, REGISTER).form['referral_code']).toBe('ABC');
  });

  it('[ACC-REGISTER-05] shows the referral code from the start', () => {
    show('/user/register/?ref=ABC');
    expect(screen.getByText('Referral: ABC')).toBeTruthy();
  });

  it('[ACC-REGISTER-33] [ACC-REGISTER-35] shows errors of the server under their fields', async () => {
    await registerWith({
      status: 400,
      body: { code: ['wrong verification code'], first_name: ['too odd'], password1: ['too weak'] },
    });
    for (const [label, text] of [
      ['Verification code', 'wrong verification code'],
      ['First name', 'too odd'],
      ['Password', 'too weak'],
    ] as const) {
      const said = await screen.findByText(text);
      const id = field(label).getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(id)?.contains(said)).toBe(true);
    }
  });

  it('[ACC-REGISTER-34] shows errors of the whole form as alerts', async () => {
    await registerWith({ status: 400, body: { __all__: ['x'], non_field_errors: ['y'], timezone: ['z'] } });
    expect((await screen.findAllByRole('alert')).map((one) => one.textContent)).toEqual(['y', 'x', 'z']);
  });

  it('[ACC-REGISTER-29] [ACC-REGISTER-30] gives up after 15 s', async () => {
    await reachStep1('/user/register/', { [REGISTER]: 'hang' });
    jest.useFakeTimers();
    fillStep1();
    press('Register');
    await act(() => jest.advanceTimersByTimeAsync(14_999));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('alert').textContent).toBe('Request timeout. Please try again.');
  });

  it('sends a form once, however often the button is pressed', async () => {
    const { calls } = await registerWith('hang');
    press('Register');
    press('Register');
    expect(calls.filter(({ path }) => path === '/api/user/register/')).toHaveLength(1);
  });

  it('leads to signing in when that fails by itself', async () => {
    const { here } = await reachStep1('/user/register/', { [LOGIN]: 'broken' });
    fillStep1();
    press('Register');
    await screen.findByText('elsewhere');
    expect(here()).toBe('/user/login/?mobile=09120000001');
  });

  it('offers another code after a minute', async () => {
    jest.useFakeTimers();
    const { calls } = show('/user/register/');
    write(mobileField(), MOBILE);
    press('Next');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.queryByRole('button', { name: 'Send another code' })).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    press('Send another code');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(calls).toHaveLength(2);
  });
});

describe('an invitation', () => {
  it('[ACC-REGISTER-02] leads a visitor to joining with the code', () => {
    const { here } = show('/invite/ABC');
    expect(here()).toBe('/user/register/?ref=ABC');
  });

  it('[ACC-REGISTER-02] leads one who has signed in home', async () => {
    setAuthToken('abc');
    const { here } = show('/invite/ABC');
    await screen.findByText('elsewhere');
    expect(here()).toBe('/');
  });
});
