import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { showRegistration } from '../../../test/registration.js';
import { startScreen } from '../../../test/screen.js';

beforeEach(() => startScreen('en'));

describe('an invitation link', () => {
  it('redirects a guest to registration with the referral code [ACC-REGISTER-02]', () => {
    const { here } = showRegistration('/invite/ABC');
    expect(here()).toBe('/user/register/?ref=ABC');
  });

  it('redirects a signed-in user home [ACC-REGISTER-02]', async () => {
    setAuthToken('abc');
    const { here } = showRegistration('/invite/ABC');
    await screen.findByText('elsewhere');
    expect(here()).toBe('/');
  });
});
