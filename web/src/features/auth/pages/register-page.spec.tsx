import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { getLanguage, setAuthToken } from '../../../shared/storage/settings.js';
import { callTo } from '../../../test/api-stub.js';
import {
  field,
  fillAccountStep,
  LOGIN,
  MOBILE,
  mobileField,
  press,
  reachAccountStep,
  REGISTER,
  registerWith,
  showRegistration,
  VERIFY,
  write,
} from '../../../test/registration.js';
import { startScreen } from '../../../test/screen.js';

beforeEach(() => startScreen('en'));
afterEach(() => void jest.useRealTimers());

describe('the mobile step of registration', () => {
  it('shows a mobile number field and Next [ACC-REGISTER-01] [ACC-REGISTER-08]', () => {
    showRegistration('/user/register/');
    expect(screen.getAllByRole('textbox')).toEqual([mobileField()]);
    expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy();
  });

  it('makes a mobile from the URL read-only [ACC-REGISTER-03]', () => {
    showRegistration('/user/register/?mobile=09120000001');
    expect(mobileField().value).toBe(MOBILE);
    expect(mobileField().readOnly).toBe(true);
  });

  it('refuses invalid mobiles and sends nothing [ACC-REGISTER-13]', async () => {
    const { calls } = showRegistration('/user/register/');
    for (const text of ['', '0812345678', '0912000000']) {
      write(mobileField(), text);
      press('Next');
      expect(await screen.findByText('Insert a valid Mobile Number')).toBeTruthy();
    }
    expect(calls).toEqual([]);
  });

  it('keeps only digits, in English form [ACC-REGISTER-14] [ACC-REGISTER-15]', async () => {
    const { calls } = showRegistration('/user/register/');
    write(mobileField(), '0912000000a');
    expect(mobileField().value).toBe('0912000000');
    write(mobileField(), '۰۹۱۲ ۰۰۰ ۰۰۰۱');
    press('Next');
    await screen.findByLabelText('Verification code');
    expect(callTo(calls, VERIFY).form).toEqual({ mobile: MOBILE });
  });

  it('redirects to sign-in when the mobile already has an account [ACC-REGISTER-26] [ACC-REGISTER-24]', async () => {
    const { here } = showRegistration('/user/register/?callback=/i/KEY/', {
      [VERIFY]: { status: 400, body: { exist: true, mobile: ['taken'] } },
    });
    write(mobileField(), MOBILE);
    press('Next');
    await screen.findByText('elsewhere');
    expect(here()).toBe('/user/login/?mobile=09120000001&redirect=%2Fi%2FKEY%2F');
  });

  it('reports too many code requests [ACC-REGISTER-36]', async () => {
    const text = 'too many mobile verification requests; try again later';
    showRegistration('/user/register/', {
      [VERIFY]: { status: 429, body: { code: 'AUTH.TOO_MANY_CODES', non_field_errors: [text] } },
    });
    write(mobileField(), MOBILE);
    press('Next');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('offers Persian and English, and keeps the form over the reload [ACC-REGISTER-11]', () => {
    jest.useFakeTimers();
    showRegistration('/user/register/');
    write(mobileField(), MOBILE);
    const list = field('Language');
    expect([...list.querySelectorAll('option')].map((one) => one.value)).toEqual(['fa', 'en']);
    write(list, 'fa');
    expect(getLanguage()).toBe('fa');
    expect(sessionStorage.getItem('registration')).toContain(MOBILE);
    cleanup();
    showRegistration('/user/register/');
    expect(mobileField().value).toBe(MOBILE);
    jest.clearAllTimers();
  });

  it('links to the terms and the privacy policy [ACC-REGISTER-12]', () => {
    showRegistration('/user/register/');
    expect(screen.getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe(
      '/page/terms-of-use/',
    );
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/page/privacy/');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('redirects a signed-in user to the redirect target', async () => {
    setAuthToken('abc');
    const { here } = showRegistration('/user/register/?redirect=/user/upload/');
    await screen.findByText('elsewhere');
    expect(here()).toBe('/user/upload/');
  });
});

describe('the account step of registration', () => {
  it('has fields for code, password, first and last name [ACC-REGISTER-09]', async () => {
    await reachAccountStep();
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

  it('returns to the mobile, and continues without another code [ACC-REGISTER-10]', async () => {
    const { calls } = await reachAccountStep();
    press('Back');
    expect(mobileField().value).toBe(MOBILE);
    press('Next');
    expect(await screen.findByLabelText('Verification code')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('keeps its fields when the user leaves it by the browser history', async () => {
    const { calls, router } = await reachAccountStep('/user/register/?ref=ABC');
    fillAccountStep();
    await act(() => router.navigate(-1));
    expect(mobileField().value).toBe(MOBILE);
    expect(router.state.location.search).toBe('?ref=ABC');
    press('Next');
    await screen.findByLabelText('Verification code');
    expect([field('Verification code').value, field('First name').value]).toEqual(['123456', 'Sara']);
    expect(calls).toHaveLength(1);
  });

  it('extracts the code from pasted text', async () => {
    await reachAccountStep();
    write(field('Verification code'), ' کد شما: ۱۲۳ ۴۵۶ ');
    expect(field('Verification code').value).toBe('123456');
  });

  it('names the missing fields and sends nothing [ACC-REGISTER-16] [ACC-REGISTER-18]', async () => {
    const { calls } = await reachAccountStep();
    press('Register');
    expect(await screen.findAllByText('This Field is Required')).toHaveLength(4);
    fillAccountStep();
    write(field('Password'), '1234');
    press('Register');
    expect(await screen.findByText('Must Be At least 6')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('refuses a Persian letter in the password [ACC-REGISTER-19]', async () => {
    await reachAccountStep();
    fillAccountStep();
    write(field('Password'), 'گذرواژه1');
    press('Register');
    expect(await screen.findByText('password invalid characters')).toBeTruthy();
  });

  it('sends all fields, then signs in [ACC-REGISTER-17] [ACC-REGISTER-25] [ACC-REGISTER-28] [ACC-REGISTER-31]', async () => {
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
  ])('%s from %s continues to %s', async (_, path, target) => {
    const { here } = await registerWith({ body: { status: 'success', id: 'u1' } }, path);
    await screen.findByText('elsewhere');
    expect(here()).toBe(target);
  });

  it('shows and sends the referral code [ACC-REGISTER-05]', async () => {
    const { calls } = await registerWith(
      { body: { status: 'success', id: 'u1' } },
      '/user/register/?ref=ABC',
    );
    await screen.findByText('elsewhere');
    expect(callTo(calls, REGISTER).form['referral_code']).toBe('ABC');
  });

  it('shows the referral code on the first step [ACC-REGISTER-05]', () => {
    showRegistration('/user/register/?ref=ABC');
    expect(screen.getByText('Referral: ABC')).toBeTruthy();
  });

  it('shows errors of the server below their fields [ACC-REGISTER-33] [ACC-REGISTER-35]', async () => {
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

  it('shows general errors as alerts [ACC-REGISTER-34]', async () => {
    await registerWith({ status: 400, body: { __all__: ['x'], non_field_errors: ['y'], timezone: ['z'] } });
    expect((await screen.findAllByRole('alert')).map((one) => one.textContent)).toEqual(['y', 'x', 'z']);
  });

  it('reports a timeout after 15 s [ACC-REGISTER-29] [ACC-REGISTER-30]', async () => {
    await reachAccountStep('/user/register/', { [REGISTER]: 'hang' });
    jest.useFakeTimers();
    fillAccountStep();
    press('Register');
    await act(() => jest.advanceTimersByTimeAsync(14_999));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('alert').textContent).toBe('Request timeout. Please try again.');
  });

  it('sends the form once when the button is pressed several times', async () => {
    const { calls } = await registerWith('hang');
    press('Register');
    press('Register');
    expect(calls.filter(({ path }) => path === '/api/user/register/')).toHaveLength(1);
  });

  it('opens the sign-in screen when signing in after registration fails', async () => {
    const { here } = await reachAccountStep('/user/register/', { [LOGIN]: 'broken' });
    fillAccountStep();
    press('Register');
    await screen.findByText('elsewhere');
    expect(here()).toBe('/user/login/?mobile=09120000001');
  });

  it('offers another code after a minute', async () => {
    jest.useFakeTimers();
    const { calls } = showRegistration('/user/register/');
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
