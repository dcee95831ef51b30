import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { getLanguage, setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, lastUpload, stubApi, stubUpload, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { ProfilePage } from './profile-page.js';

const PROFILE = { first_name: 'Sara', last_name: 'Test', language: 'en', referral_code: 'ABC12345' };
const USER = {
  id: 'u1',
  username: '09120000001',
  mobile: '09120000001',
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
const GET = 'GET user/profile/';
const POST = 'POST user/profile/';

const show = (routes: StubRoutes = {}) => {
  setAuthToken('abc');
  const calls = stubApi({
    [GET]: { body: PROFILE },
    [POST]: { body: { status: 'success', ...PROFILE } },
    'GET user/status/': { body: USER },
    ...routes,
  });
  showRoutes([{ path: '*', element: <ProfilePage /> }], '/user/profile/');
  return calls;
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const ready = () => screen.findByLabelText('First name');
const choose = (name: string, type: string, size = 10) => {
  const file = new File([new Uint8Array(size)], name, { type });
  fireEvent.change(field('Profile picture'), { target: { files: [file] } });
};

beforeEach(() => startScreen('en'));
afterEach(() => void jest.useRealTimers());

describe('the profile page', () => {
  it('has only first name, last name, language and Submit [ACC-PROFILE-01] [ACC-PROFILE-06] [ACC-PROFILE-07]', async () => {
    show();
    await ready();
    expect([field('First name').value, field('Last name').value]).toEqual(['Sara', 'Test']);
    expect([...field('Language').querySelectorAll('option')].map((one) => one.value)).toEqual(['fa', 'en']);
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
    expect(document.querySelector('input[type="password"]')).toBeNull();
    expect(screen.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe(
      '/user/change-password',
    );
    expect(screen.getByRole('link', { name: 'Active sessions' }).getAttribute('href')).toBe(
      '/manage-sessions',
    );
  });

  it('shows the invite link and why to share it [ACC-PROFILE-03] [ACC-PROFILE-05]', async () => {
    show();
    await ready();
    expect(screen.getByText('http://localhost/invite/ABC12345')).toBeTruthy();
    expect(screen.getByText('Invite your friend and both get gift')).toBeTruthy();
  });

  it('copies the invite link and confirms it for two seconds [ACC-PROFILE-04]', async () => {
    const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    show();
    await ready();
    jest.useFakeTimers();
    press('Copy the invite link');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(writeText).toHaveBeenCalledWith('http://localhost/invite/ABC12345');
    expect(screen.getByText('Invite link copied')).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(2_100));
    expect(screen.queryByText('Invite link copied')).toBeNull();
  });

  it('sends the changed fields [ACC-PROFILE-09]', async () => {
    const calls = show();
    await ready();
    write('First name', 'Ali');
    press('Submit');
    expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
    expect(callTo(calls, POST).form).toEqual({ first_name: 'Ali', last_name: 'Test', language: 'en' });
    expect(getLanguage()).toBe('en');
  });

  it('changes the language once it is saved [ACC-PROFILE-10] [ACC-PROFILE-17]', async () => {
    show({ [POST]: { body: { status: 'success', ...PROFILE, language: 'fa' } } });
    await ready();
    jest.useFakeTimers();
    write('Language', 'fa');
    expect(getLanguage()).toBe('en');
    press('Submit');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Profile updated successfully')).toBeTruthy();
    expect(getLanguage()).toBe('fa');
    jest.clearAllTimers();
  });

  it('shows errors of the server below their fields and keeps the input', async () => {
    show({ [POST]: { status: 400, body: { first_name: ['too odd'] } } });
    await ready();
    write('First name', '?');
    press('Submit');
    const said = await screen.findByText('too odd');
    const id = field('First name').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.contains(said)).toBe(true);
    expect(field('First name').value).toBe('?');
  });

  it('offers a retry when loading fails', async () => {
    let isAway = true;
    show({ [GET]: () => (isAway ? 'broken' : { body: PROFILE }) });
    expect(await screen.findByText('Your profile could not be opened')).toBeTruthy();
    isAway = false;
    press('Try again');
    expect(await ready()).toBeTruthy();
  });
});

describe('the profile picture', () => {
  it('is uploaded in the field avatar and shown [ACC-PROFILE-11]', async () => {
    stubUpload();
    let avatar: string | null = null;
    show({ 'GET user/status/': () => ({ body: { ...USER, avatar } }) });
    await ready();
    choose('me.png', 'image/png');
    const upload = lastUpload();
    expect(upload.url).toBe('/api/user/upload-avatar/');
    expect(Object.keys(upload.form)).toEqual(['avatar']);
    avatar = '/api/user/avatar/x/';
    act(() => upload.answer(200, { status: 'success', avatar }));
    expect(await screen.findByText('Your picture was changed.')).toBeTruthy();
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe(avatar));
  });

  it.each([
    ['a text', 'x.txt', 'text/plain', 10, 'The picture must be a JPEG, PNG or WebP file.'],
    ['6 MB', 'x.png', 'image/png', 6 * 1024 * 1024, 'The picture must be no larger than 5 MB.'],
  ])('refuses %s and sends nothing', async (_, name, type, size, text) => {
    stubUpload();
    show();
    await ready();
    choose(name, type, size);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(() => lastUpload()).toThrow('nothing was sent');
  });

  it('shows the error of the server', async () => {
    stubUpload();
    show();
    await ready();
    choose('me.png', 'image/png');
    act(() => lastUpload().answer(400, { avatar: ['this picture can not be opened; choose another one'] }));
    expect(await screen.findByText(/can not be opened/)).toBeTruthy();
  });
});
