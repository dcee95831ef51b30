import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { ForgotPasswordPage } from './forgot-password-page.js';

const MOBILE = '09120000001';
const INIT = 'GET captcha/init/';
const VALIDATE = 'POST captcha/validate/';
const FORGET = 'POST user/password/forget/';
const RESET = 'POST user/password/forget/reset/';

const show = (routes: StubRoutes = {}) => {
  let pictures = 0;
  const calls = stubApi({
    [INIT]: () => ({ body: { verfied: false, image: `cGljdHVyZS${(pictures += 1)}` } }),
    [VALIDATE]: { body: { isValid: true } },
    [FORGET]: { body: { status: 'success', request_id: 'request-1' } },
    [RESET]: { body: { success: true } },
    ...routes,
  });
  const router = showRoutes(
    [
      { path: '/user/forgot/password/', element: <ForgotPasswordPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    '/user/forgot/password/',
  );
  return { calls, router };
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const picture = () => screen.findByAltText<HTMLImageElement>('A picture with five letters and digits');
const CAPTCHA = 'Characters in the picture';

const solve = async () => {
  await picture();
  write(CAPTCHA, '2k7rx');
  press('Continue');
  await screen.findByLabelText('Mobile number');
};
const reachReset = async (routes: StubRoutes = {}) => {
  const shown = show(routes);
  await solve();
  write('Mobile number', '۰۹۱۲ ۰۰۰ ۰۰۰۱');
  press('Continue');
  await screen.findByLabelText('Verification code');
  return shown;
};
const fillReset = () => {
  write('Verification code', '۱۲۳۴۵۶');
  write('New password', 'secret-1');
  write('Repeat the new password', 'secret-1');
};

beforeEach(() => startScreen('en'));

describe('the forgot password page', () => {
  it('redirects a signed-in user home [ACC-FORGOT-01]', async () => {
    setAuthToken('abc');
    const { router } = show();
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe('/');
  });

  it('resets the password in the steps captcha, mobile, code and password [ACC-FORGOT-02] [ACC-FORGOT-14] [ACC-FORGOT-15] [ACC-FORGOT-17]', async () => {
    const { calls } = show();
    expect((await picture()).src).toBe('data:image/jpeg;base64,cGljdHVyZS1');
    expect(screen.getAllByRole('textbox')).toEqual([field(CAPTCHA)]);
    await solve();
    expect(callTo(calls, VALIDATE).form).toEqual({ captchaInput: '2k7rx' });
    expect(screen.getAllByRole('textbox')).toEqual([field('Mobile number')]);
    write('Mobile number', '۰۹۱۲ ۰۰۰ ۰۰۰۱');
    press('Continue');
    await screen.findByLabelText('Verification code');
    expect(callTo(calls, FORGET).form).toEqual({ username: MOBILE });
    fillReset();
    press('Set the new password');
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
    expect(callTo(calls, RESET).form).toEqual({
      username: MOBILE,
      request_id: 'request-1',
      verification_code: '123456',
      password1: 'secret-1',
      password2: 'secret-1',
    });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('ends with a link to the homepage [ACC-FORGOT-03]', async () => {
    await reachReset();
    fillReset();
    press('Set the new password');
    await screen.findByText('Password changed successfully');
    expect(screen.getByRole('link', { name: 'Go to the homepage' }).getAttribute('href')).toBe('/');
  });

  it('links to sign-in and the home page [ACC-FORGOT-04]', () => {
    show();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/user/login/');
    expect(screen.getByRole('link', { name: 'Homepage' }).getAttribute('href')).toBe('/');
  });

  it('requires the captcha characters and sends nothing without them [ACC-FORGOT-08]', async () => {
    const { calls } = show();
    await picture();
    press('Continue');
    expect(await screen.findByText('This Field is Required')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('skips the captcha when one has already been solved [ACC-FORGOT-09]', async () => {
    show({ [INIT]: { body: { verfied: true, image: null } } });
    expect(await screen.findByLabelText('Mobile number')).toBeTruthy();
    expect(screen.queryByLabelText(CAPTCHA)).toBeNull();
  });

  it('shows a new picture and an empty field after a wrong answer [ACC-FORGOT-10]', async () => {
    const { calls } = show({ [VALIDATE]: { body: { isValid: false } } });
    const before = (await picture()).src;
    write(CAPTCHA, 'wrong');
    press('Continue');
    expect(await screen.findByText(/not the characters in the picture/)).toBeTruthy();
    expect((await picture()).src).not.toBe(before);
    expect(field(CAPTCHA).value).toBe('');
    expect(calls.filter(({ path }) => path === '/api/captcha/init/')).toHaveLength(2);
  });

  it('fetches another picture on request, and plays its sound', async () => {
    show();
    const before = (await picture()).src;
    press('Another picture');
    await waitFor(async () => expect((await picture()).src).not.toBe(before));
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    press('Listen to the characters');
    expect(play).toHaveBeenCalled();
    expect(document.querySelector('audio')?.getAttribute('src')).toMatch(
      /^\/api\/captcha\/audio\/\?language=en&take=\d+$/,
    );
    play.mockRejectedValueOnce(new Error('no sound'));
    press('Listen to the characters');
    expect(await screen.findByText(/did not play/)).toBeTruthy();
    play.mockRestore();
  });

  it('offers another picture when fetching one failed', async () => {
    let isAway = true;
    show({ [INIT]: () => (isAway ? 'broken' : { body: { verfied: false, image: 'cGljdHVyZQ' } }) });
    expect(await screen.findByRole('alert')).toBeTruthy();
    isAway = false;
    press('Another picture');
    expect(await picture()).toBeTruthy();
  });

  it('requires the mobile and sends nothing without it [ACC-FORGOT-12]', async () => {
    const { calls } = show();
    await solve();
    press('Continue');
    expect(await screen.findByText('This Field is Required')).toBeTruthy();
    expect(calls.some(({ path }) => path.includes('forget'))).toBe(false);
  });

  it('returns to the captcha when the server requires one [ACC-FORGOT-13]', async () => {
    show({ [FORGET]: { status: 400, body: { status: 'captcha_required_error', non_field_errors: ['x'] } } });
    await solve();
    write('Mobile number', MOBILE);
    press('Continue');
    expect(await screen.findByLabelText(CAPTCHA)).toBeTruthy();
  });

  it('shows the error of the mobile below its field [ACC-FORGOT-18]', async () => {
    show({ [FORGET]: { status: 400, body: { username: ['no account has this mobile number'] } } });
    await solve();
    write('Mobile number', MOBILE);
    press('Continue');
    const said = await screen.findByText('no account has this mobile number');
    const id = field('Mobile number').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.contains(said)).toBe(true);
  });

  it.each([
    ['[ACC-FORGOT-16]', 'Verification code', '12345', 'The code has six digits.'],
    ['[ACC-REGISTER-21]', 'New password', '', 'Fields are required'],
    ['[ACC-REGISTER-20]', 'New password', '12345', 'Fields must be at least 6'],
    ['[ACC-REGISTER-22] [ACC-FORGOT-16]', 'Repeat the new password', 'secret-2', 'Password does not match'],
    ['a Persian letter', 'New password', 'گذرواژه', 'password invalid characters'],
  ])('%s: %s %j is refused with %j and not sent', async (_, label, value, text) => {
    const { calls } = await reachReset();
    const before = calls.length;
    fillReset();
    write(label, value);
    press('Set the new password');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(calls).toHaveLength(before);
  });

  it('shows errors of the reset below their fields [ACC-FORGOT-19]', async () => {
    await reachReset({
      [RESET]: { status: 400, body: { verification_code: ['x'], password1: ['y'], non_field_errors: ['z'] } },
    });
    fillReset();
    press('Set the new password');
    for (const [label, text] of [
      ['Verification code', 'x'],
      ['New password', 'y'],
    ] as const) {
      const said = await screen.findByText(text);
      const id = field(label).getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(id)?.contains(said)).toBe(true);
    }
    expect(screen.getByRole('alert').textContent).toBe('z');
  });
});
