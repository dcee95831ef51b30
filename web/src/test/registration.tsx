import { fireEvent, screen } from '@testing-library/react';
import type { InitialEntry } from 'react-router';
import { InvitePage } from '../features/auth/pages/invite-page.js';
import { RegisterPage } from '../features/auth/pages/register-page.js';
import { stubApi, type StubAnswer, type StubRoutes } from './api-stub.js';
import { showRoutes } from './screen.js';

export const MOBILE = '09120000001';
export const VERIFY = 'POST user/register/verify/';
export const REGISTER = 'POST user/register/';
export const LOGIN = 'POST user/login/';

export const showRegistration = (path: InitialEntry | InitialEntry[], routes: StubRoutes = {}) => {
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

export const mobileField = () => screen.getByLabelText<HTMLInputElement>('Mobile number');
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const write = (element: HTMLElement, value: string) =>
  fireEvent.change(element, { target: { value } });
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Submits the mobile and waits for the second step. */
export const reachAccountStep = async (path = '/user/register/', routes: StubRoutes = {}) => {
  const shown = showRegistration(path, routes);
  if (!mobileField().readOnly) write(mobileField(), MOBILE);
  press('Next');
  await screen.findByLabelText('Verification code');
  return shown;
};
export const fillAccountStep = () => {
  write(field('Verification code'), '۱۲۳۴۵۶');
  write(field('Password'), '123456');
  write(field('First name'), 'Sara');
  write(field('Last name'), 'Test');
};
/** Submits both steps; the server responds to the second with `answer`. */
export const registerWith = async (answer: StubAnswer, path?: string) => {
  const shown = await reachAccountStep(path, { [REGISTER]: answer });
  fillAccountStep();
  press('Register');
  return shown;
};
