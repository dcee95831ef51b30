import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useCurrentUser } from '../../../shared/api/session.js';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { AvatarField } from './avatar-field.js';

const OLD = '09120000001';
const NEXT = '09120000002';
const USER = {
  id: 'u1',
  username: OLD,
  mobile: OLD,
  first_name: 'Sara',
  last_name: 'Test',
  full_name: 'Sara Test',
  avatar: null,
  language: 'en',
  referral_code: 'ABC12345',
  balance: 0,
  is_creator: false,
  is_staff: false,
  subscription: null,
  has_active_subscription: false,
  user_is_loggedin: true,
  loggedinas: null,
  active_sessions_count: 1,
};
const STATUS = 'GET user/status/';
const REQUEST = 'POST user/mobile/verify/request/';
const UPDATE = 'POST user/mobile/update/';

const Screen = () => <AvatarField user={useCurrentUser().user} onSave={() => Promise.resolve()} />;

const show = (routes: StubRoutes = {}, user: object = USER) => {
  setAuthToken('abc');
  const calls = stubApi({
    [STATUS]: { body: user },
    [REQUEST]: { body: { status: 'success', request_id: 'request-1' } },
    [UPDATE]: { body: { ...USER, username: NEXT, mobile: NEXT } },
    ...routes,
  });
  const router = showRoutes(
    [
      { path: '/user/profile/', element: <Screen /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    '/user/profile/',
  );
  return { calls, router };
};
const dialog = () => screen.findByRole('dialog', { name: 'Change mobile number' });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sentTo = (calls: readonly { path: string }[], route: string) =>
  calls.filter(({ path }) => path === `/api/${route.replace(/^\w+ /, '')}`).length;
/** The error text of a field. */
const errorOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent;

const open = async (routes?: StubRoutes) => {
  const shown = show(routes);
  fireEvent.click(await screen.findByRole('button', { name: 'Change number' }));
  await dialog();
  return shown;
};
const reachCode = async (routes?: StubRoutes) => {
  const shown = await open(routes);
  write('New mobile number', NEXT);
  write('Current password', 'secret-1');
  press('Send the code');
  await screen.findByLabelText('Verification code');
  return shown;
};
const saveWith = async (routes?: StubRoutes) => {
  const shown = await reachCode(routes);
  write('Verification code', '۱۲۳۴۵۶');
  press('Save the number');
  return shown;
};

beforeEach(() => startScreen('en'));
afterEach(() => void jest.useRealTimers());

describe('changing the mobile', () => {
  it('sends the mobile in English digits with the password', async () => {
    const { calls } = await open();
    expect(document.activeElement).toBe(field('New mobile number'));
    write('New mobile number', '+۹۸ ۹۱۲ ۰۰۰ ۰۰۰۲');
    write('Current password', 'secret-1');
    press('Send the code');
    await screen.findByLabelText('Verification code');
    expect(callTo(calls, REQUEST).form).toEqual({ mobile: NEXT, password: 'secret-1' });
    expect(document.activeElement).toBe(field('Verification code'));
  });

  it('updates the profile and the user status once the code is accepted', async () => {
    let mobile = OLD;
    const { calls } = await saveWith({
      [STATUS]: () => ({ body: { ...USER, username: mobile, mobile } }),
      [UPDATE]: () => {
        mobile = NEXT;
        return { body: { ...USER, username: NEXT, mobile: NEXT } };
      },
    });
    expect(await screen.findByText('Your mobile number was changed.')).toBeTruthy();
    expect(await screen.findByText(NEXT)).toBeTruthy();
    expect(screen.queryByText(OLD)).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(callTo(calls, UPDATE).form).toEqual({
      mobile: NEXT,
      code: '123456',
      request_id: 'request-1',
      password: 'secret-1',
    });
    await waitFor(() => expect(sentTo(calls, STATUS)).toBe(2));
  });

  it.each([
    ['', 'secret-1', 'New mobile number', 'Insert a valid Mobile Number'],
    ['0812345678', 'secret-1', 'New mobile number', 'Insert a valid Mobile Number'],
    [OLD, 'secret-1', 'New mobile number', 'This is your current number.'],
    [NEXT, '', 'Current password', 'This Field is Required'],
  ])(
    'refuses %j with the password %j, sends nothing and focuses the field',
    async (mobile, password, label, text) => {
      const { calls } = await open();
      write('New mobile number', mobile);
      write('Current password', password);
      press('Send the code');
      expect(await screen.findByText(text)).toBeTruthy();
      expect(errorOf(label)).toBe(text);
      await waitFor(() => expect(document.activeElement).toBe(field(label)));
      expect(sentTo(calls, REQUEST)).toBe(0);
    },
  );

  it.each([
    ['New mobile number', { mobile: ['there is an account with this mobile number already'] }],
    ['Current password', { password: ['the current password is not right'] }],
  ])('shows a refusal of the server below the field %s', async (label, body) => {
    await open({ [REQUEST]: { status: 400, body } });
    write('New mobile number', NEXT);
    write('Current password', 'secret-1');
    press('Send the code');
    const [text = ''] = Object.values(body).flat();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(errorOf(label)).toBe(text);
  });

  it('reports too many code requests [ACC-REGISTER-36]', async () => {
    const text = 'too many mobile verification requests; try again later';
    await open({
      [REQUEST]: { status: 429, body: { code: 'AUTH.TOO_MANY_CODES', non_field_errors: [text] } },
    });
    write('New mobile number', NEXT);
    write('Current password', 'secret-1');
    press('Send the code');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(field('New mobile number').value).toBe(NEXT);
  });

  it('requires six digits, and shows the error of a wrong code', async () => {
    const { calls } = await reachCode({
      [UPDATE]: { status: 400, body: { code: ['wrong verification code'] } },
    });
    write('Verification code', '123');
    press('Save the number');
    expect(await screen.findByText('The code has six digits.')).toBeTruthy();
    expect(sentTo(calls, UPDATE)).toBe(0);
    write('Verification code', '123456');
    press('Save the number');
    expect(await screen.findByText('wrong verification code')).toBeTruthy();
    expect(errorOf('Verification code')).toBe('wrong verification code');
    expect(field('Verification code').value).toBe('123456');
  });

  it('returns to the first step with its error, and continues without another code', async () => {
    const text = 'there is an account with this mobile number already';
    const { calls } = await saveWith({ [UPDATE]: { status: 400, body: { mobile: [text] } } });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(errorOf('New mobile number')).toBe(text);
    press('Send the code');
    await screen.findByLabelText('Verification code');
    expect(sentTo(calls, REQUEST)).toBe(1);
    press('Change');
    write('New mobile number', '09120000003');
    press('Send the code');
    await screen.findByLabelText('Verification code');
    expect(callTo(calls, REQUEST).form['mobile']).toBe('09120000003');
    expect(sentTo(calls, REQUEST)).toBe(2);
  });

  it('offers another code after a minute', async () => {
    const { calls } = await open();
    jest.useFakeTimers();
    write('New mobile number', NEXT);
    write('Current password', 'secret-1');
    press('Send the code');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.queryByRole('button', { name: 'Send another code' })).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    press('Send another code');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(sentTo(calls, REQUEST)).toBe(2);
  });

  it('sends the form once when it is submitted several times', async () => {
    const { calls } = await saveWith({ [UPDATE]: 'hang' });
    fireEvent.submit(field('Verification code'));
    fireEvent.submit(field('Verification code'));
    expect(sentTo(calls, UPDATE)).toBe(1);
  });

  it('asks before closing with unsaved changes', async () => {
    await open();
    write('New mobile number', NEXT);
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep writing' }));
    expect(field('New mobile number').value).toBe(NEXT);
  });

  it('asks before navigating away with unsaved changes', async () => {
    const { router } = await open();
    write('New mobile number', NEXT);
    await act(() => router.navigate('/elsewhere'));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('is not offered to an admin who acts as the user', async () => {
    show({}, { ...USER, loggedinas: 'a1' });
    await screen.findByText(OLD);
    expect(screen.queryByRole('button', { name: 'Change number' })).toBeNull();
  });

  it('offers to add a mobile to an account without one', async () => {
    show({}, { ...USER, username: 'sara', mobile: '' });
    fireEvent.click(await screen.findByRole('button', { name: 'Add a number' }));
    expect(await screen.findByRole('dialog', { name: 'Add a mobile number' })).toBeTruthy();
  });
});
