import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { getAuthToken, setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { signedInUser } from '../../../test/signed-in-user.js';
import { inGroups } from '../components/second-factor-setup.js';
import { SecondFactorPage } from './second-factor-page.js';

const ENROL = 'POST user/second-factor/enrol/';
const CONFIRM = 'POST user/second-factor/confirm/';
const DISABLE = 'POST user/second-factor/disable/';
const SECRET = 'JBSWY3DPEHPK3PXP';
const URI = `otpauth://totp/Hamkhan:mina?secret=${SECRET}&issuer=Hamkhan`;
const CODES = ['AAAAA-BBBBB', 'CCCCC-DDDDD'];

/** The page for a server whose second factor the calls switch. */
const show = (isOn: boolean, routes: StubRoutes = {}) => {
  setAuthToken('old');
  let on = isOn;
  const calls = stubApi({
    'GET user/status/': { body: signedInUser({ is_staff: true, second_factor_missing: !on }) },
    'GET user/second-factor/': () => ({
      body: { status: 'success', is_on: on, is_required: true, recovery_codes_left: on ? 9 : 0 },
    }),
    [ENROL]: { body: { status: 'success', secret: SECRET, uri: URI } },
    [CONFIRM]: () => {
      on = true;
      return { body: { status: 'success', recovery_codes: CODES, token: 'new' } };
    },
    [DISABLE]: () => {
      on = false;
      return { body: { status: 'success' } };
    },
    ...routes,
  });
  showRoutes([{ path: '*', element: <SecondFactorPage /> }], '/user/second-factor');
  return calls;
};
const write = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const begin = async () => {
  await write('Current password', 'my-password');
  press('Set up');
  await screen.findByTestId('secret');
};

beforeEach(() => startScreen('en'));

describe('switching two-step sign-in on', () => {
  it('says that it is needed, and asks for the password', async () => {
    const calls = show(false);
    expect(await screen.findByText(/Your account needs two-step sign-in/)).toBeTruthy();
    press('Set up');
    expect(await screen.findByText('This Field is Required')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('shows the key as a QR code, in groups of four and as a link, then the recovery codes, in a new session', async () => {
    const calls = show(false);
    await begin();
    expect(callTo(calls, ENROL).form).toEqual({ password: 'my-password' });
    expect(screen.getByRole('img', { name: 'QR code with the key' })).toBeTruthy();
    expect(screen.getByTestId('secret').textContent).toBe('JBSW Y3DP EHPK 3PXP');
    expect(screen.getByRole('link', { name: 'Open in the authenticator app' }).getAttribute('href')).toBe(
      URI,
    );
    await write('Six-digit code from the app', '۱۲۳ ۴۵۶');
    press('Switch on');
    for (const code of CODES) expect(await screen.findByText(code)).toBeTruthy();
    expect(callTo(calls, CONFIRM).form).toEqual({ code: '123456' });
    expect(getAuthToken()).toBe('new');
    press('I have saved them');
    expect(await screen.findByText(/9 recovery codes left/)).toBeTruthy();
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  });

  it('keeps the key while the code is wrong', async () => {
    const calls = show(false, { [CONFIRM]: { status: 400, body: { code: ['wrong verification code'] } } });
    await begin();
    await write('Six-digit code from the app', '12345');
    press('Switch on');
    expect(await screen.findByText('The code has six digits.')).toBeTruthy();
    await write('Six-digit code from the app', '000000');
    press('Switch on');
    expect(await screen.findByText('wrong verification code')).toBeTruthy();
    expect(screen.getByTestId('secret')).toBeTruthy();
    expect(calls.filter(({ path }) => path.endsWith('enrol/'))).toHaveLength(1);
    expect(getAuthToken()).toBe('old');
  });
});

describe('switching two-step sign-in off', () => {
  it('needs the password and a code', async () => {
    const calls = show(true);
    await screen.findByText(/Two-step sign-in is on/);
    press('Switch off');
    await waitFor(() => expect(screen.getAllByText('This Field is Required')).toHaveLength(2));
    await write('Current password', 'my-password');
    await write('Code from the app, or a recovery code', 'aaaaa-bbbbb');
    press('Switch off');
    expect(await screen.findByText('Two-step sign-in is off.')).toBeTruthy();
    expect(callTo(calls, DISABLE).form).toEqual({ password: 'my-password', code: 'aaaaa-bbbbb' });
    expect(await screen.findByText(/Your account needs two-step sign-in/)).toBeTruthy();
  });
});

describe('inGroups', () => {
  it('separates groups of four', () => {
    expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
  });
});
