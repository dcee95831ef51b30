import { beforeEach, describe, expect, it } from '@jest/globals';
import { THEMES, keepFirstSettings, keepSubscription, setLanguage, setTheme } from './settings.js';

beforeEach(() => localStorage.clear());

describe('the stored settings', () => {
  it('exist under their names from the first start [ACC-PROFILE-18]', () => {
    keepFirstSettings();
    expect(localStorage.getItem('language')).toBe('fa');
    expect(THEMES).toContain(localStorage.getItem('theme'));
    expect(localStorage.getItem('timezone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(localStorage.getItem('active_video')).toBe('null');
  });

  it('keep the choices of the user', () => {
    setLanguage('en');
    setTheme('dark');
    localStorage.setItem('active_video', '"v1"');
    keepFirstSettings();
    expect({ ...localStorage }).toMatchObject({ language: 'en', theme: 'dark', active_video: '"v1"' });
  });

  it('store the subscription as the server sent it [ACC-PROFILE-18]', () => {
    const subscription = {
      plan: 'semi',
      plan_display: 'Six months',
      status: 'active',
      is_active: true,
      expires_at: '2026-12-01T00:00:00.000Z',
      remaining_days: 100,
    } as const;
    keepSubscription(subscription);
    expect(JSON.parse(localStorage.getItem('subscription') ?? '')).toEqual(subscription);
    keepSubscription(null);
    expect(localStorage.getItem('subscription')).toBe('null');
  });
});
