import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { ChangePasswordPage } from './change-password-page.js';

const CHANGE = 'POST user/change-password/';
const show = (routes: StubRoutes = {}) => {
  const calls = stubApi({ [CHANGE]: { body: { success: true } }, ...routes });
  showRoutes([{ path: '*', element: <ChangePasswordPage /> }], '/user/change-password');
  return calls;
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
const fill = () => {
  write('Current password', 'secret-1');
  write('New password', 'secret-2');
  write('Repeat the new password', 'secret-2');
};

beforeEach(() => startScreen('en'));

describe('the change password page', () => {
  it('sends the current password and the new one twice, then clears the form [ACC-PROFILE-12]', async () => {
    const calls = show();
    fill();
    press();
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
    expect(callTo(calls, CHANGE).form).toEqual({
      old_password: 'secret-1',
      password1: 'secret-2',
      password2: 'secret-2',
    });
    expect(field('Current password').value).toBe('');
    expect(field('New password').value).toBe('');
  });

  it.each([
    ['[ACC-REGISTER-21]', 'Current password', '', 'Fields are required'],
    ['[ACC-REGISTER-21]', 'New password', '', 'Fields are required'],
    ['[ACC-REGISTER-20]', 'New password', '12345', 'Fields must be at least 6'],
    ['[ACC-REGISTER-22]', 'Repeat the new password', 'other-1', 'Password does not match'],
  ])('%s: %s %j is refused with %j and not sent', async (_, label, value, text) => {
    const calls = show();
    fill();
    write(label, value);
    press();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('shows errors of the server below their fields', async () => {
    show({ [CHANGE]: { status: 400, body: { old_password: ['the current password is not right'] } } });
    fill();
    press();
    const said = await screen.findByText('the current password is not right');
    const id = field('Current password').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.contains(said)).toBe(true);
  });
});
