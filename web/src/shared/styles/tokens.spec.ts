import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const colours = (theme: string): Record<string, string> => {
  const block = new RegExp(`\\[data-theme='${theme}'\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(
      ([, name = '', hex = '']) => [name, hex] as const,
    ),
  );
};
const light = colours('light');

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, two: string) => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

const PAIRS: [string, string][] = [
  ...['ink', 'ink-soft', 'ink-faint', 'brand-strong', 'accent'].flatMap((ink): [string, string][] =>
    ['ground', 'sheet', 'sunken'].map((ground) => [ink, ground]),
  ),
  ['ink', 'pair'],
  ['ink-soft', 'pair'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['brand-strong', 'brand-soft'],
  ['ink-faint', 'brand-soft'],
  ...['ok', 'warn', 'bad', 'info', 'again'].map((tone): [string, string] => [tone, `${tone}-soft`]),
  ['bad', 'sheet'],
  ...['ok', 'info', 'again', 'bad'].map((tone): [string, string] => [tone, 'sunken']),
  ...[1, 2, 3, 4, 5].flatMap((category): [string, string][] => [
    [`note-${category}`, `note-${category}-soft`],
    [`note-${category}`, 'sheet'],
    ['ink', `note-${category}-soft`],
  ]),
];

describe('tokens', () => {
  it.each(['light', 'sepia', 'dark'])(
    'every text colour of the %s theme has a contrast of 4.5:1',
    (theme) => {
      const all: Record<string, string> = { ...light, ...colours(theme) };
      const weak = PAIRS.filter(([ink, ground]) => contrast(all[ink] ?? '', all[ground] ?? '') < 4.5);
      expect(weak).toEqual([]);
    },
  );

  it('the primary colour is #414983 in light and #272727 in dark [ACC-SHELL-07]', () => {
    expect(light['primary']).toBe('#414983');
    expect(light['brand']).toBe('#414983');
    expect(colours('dark')['primary']).toBe('#272727');
  });
});
