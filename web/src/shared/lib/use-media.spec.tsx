import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { setScreenWidth, showRoutes, startScreen } from '../../test/screen.js';
import { useFrom } from './use-media.js';

const Probe = () => {
  const reached = {
    xs: useFrom('xs'),
    sm: useFrom('sm'),
    md: useFrom('md'),
    lg: useFrom('lg'),
    xl: useFrom('xl'),
  };
  const names = Object.entries(reached).flatMap(([name, isReached]) => (isReached ? [name] : []));
  return <output>{names.at(-1)}</output>;
};

beforeEach(() => startScreen('en'));

describe('the breakpoints', () => {
  it.each([
    [0, 'xs'],
    [459, 'xs'],
    [460, 'sm'],
    [699, 'sm'],
    [700, 'md'],
    [899, 'md'],
    [900, 'lg'],
    [1279, 'lg'],
    [1280, 'xl'],
  ])('at %i pixels are %s [ACC-SHELL-33]', (width, name) => {
    cleanup();
    setScreenWidth(width);
    showRoutes([{ path: '/', element: <Probe /> }], '/');
    expect(screen.getByRole('status').textContent).toBe(name);
  });
});
