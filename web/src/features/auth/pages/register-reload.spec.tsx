import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { callTo } from '../../../test/api-stub.js';
import {
  field,
  fillAccountStep,
  MOBILE,
  mobileField,
  press,
  reachAccountStep,
  REGISTER,
  registerWith,
  showRegistration,
} from '../../../test/registration.js';
import { startScreen } from '../../../test/screen.js';

beforeEach(() => startScreen('en'));

describe('a reload of the registration form', () => {
  const reload = () => {
    const path = '/user/register/';
    cleanup();
    return showRegistration([path, { pathname: path, state: { isLastStep: true } }]);
  };

  it('stays at the second step with its fields, except password and code [ACC-REGISTER-11]', async () => {
    await reachAccountStep();
    fillAccountStep();
    expect(sessionStorage.getItem('registration')).not.toMatch(/123456/);
    const { calls } = reload();
    expect([field('First name').value, field('Last name').value]).toEqual(['Sara', 'Test']);
    expect([field('Verification code').value, field('Password').value]).toEqual(['', '']);
    expect(screen.queryByRole('button', { name: 'Send another code' })).toBeNull();
    fillAccountStep();
    press('Register');
    await screen.findByText('elsewhere');
    expect(callTo(calls, REGISTER).form).toMatchObject({ mobile: MOBILE, request_id: 'request-1' });
    expect(calls.some(({ path }) => path === '/api/user/register/verify/')).toBe(false);
    expect(sessionStorage.getItem('registration')).toBeNull();
  });

  it('a new visit starts with the mobile [ACC-REGISTER-01]', async () => {
    await reachAccountStep();
    cleanup();
    showRegistration('/user/register/');
    expect(mobileField().value).toBe(MOBILE);
  });

  it('ignores a draft for another mobile than the one in the URL', async () => {
    await reachAccountStep();
    fillAccountStep();
    cleanup();
    showRegistration('/user/register/?mobile=09120000009');
    expect(mobileField().value).toBe('09120000009');
    press('Next');
    await screen.findByLabelText('Verification code');
    expect(field('First name').value).toBe('');
  });

  it('finds no draft once the mobile is known to have an account', async () => {
    await registerWith({ status: 400, body: { exist: true } });
    await screen.findByText('elsewhere');
    expect(sessionStorage.getItem('registration')).toBeNull();
  });
});
