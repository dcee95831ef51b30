import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { stubApi } from '../test/api-stub.js';
import { setScreenWidth, showRoutes, startScreen } from '../test/screen.js';
import { metaOf } from './route-meta.js';
import { routes as realRoutes } from './router.js';
import { Shell } from './shell.js';

const BOX = { top: 100, left: 200, width: 80, height: 40, right: 280, bottom: 140, x: 200, y: 100 };

/** The frame remembers what it has shown, so each call reloads the page. */
const load = (targets: string) => {
  cleanup();
  stubApi({});
  const routes: RouteObject[] = [
    {
      element: <Shell />,
      children: [
        {
          path: '/d/:id/',
          handle: { fullscreen: true, guide: 'document_view' },
          element: (
            <>
              {[...new Set(targets.split(' '))].map((name) => (
                <div key={name} className={name} />
              ))}
            </>
          ),
        },
        { path: '/', element: <p>home page</p> },
      ],
    },
  ];
  return showRoutes(routes, '/d/KEY/');
};

const WIDE = 'version-switch reader-progress page-pager display-menu';
const NARROW = 'page-pager version-menu display-menu';
const bubble = () => screen.queryByRole('dialog', { name: 'Guide to this page' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  jest.useRealTimers();
  await startScreen('en');
  HTMLElement.prototype.getBoundingClientRect = () => ({ ...BOX, toJSON: () => ({}) });
});

describe('the guide', () => {
  it('has previous, next, finish, close and a checkbox [ACC-SHELL-24]', () => {
    load(WIDE);
    expect(bubble()).not.toBeNull();
    expect(screen.getByText('1 of 4')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
    expect(screen.getByRole('checkbox', { name: "Don't show again" })).toBeTruthy();
    press('Next');
    expect(screen.getByText('2 of 4')).toBeTruthy();
    press('Previous');
    expect(screen.getByText('1 of 4')).toBeTruthy();
    for (let step = 1; step < 4; step += 1) press('Next');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    press('Finish');
    expect(bubble()).toBeNull();
  });

  it('has other steps on a small screen [ACC-SHELL-25]', () => {
    load(`${WIDE} ${NARROW}`);
    expect(screen.getByRole('heading').textContent).toBe('Which text?');
    setScreenWidth(400);
    load(`${WIDE} ${NARROW}`);
    expect(screen.getByRole('heading').textContent).toBe('Turning pages');
    expect(screen.getByText('1 of 3')).toBeTruthy();
  });

  it('is shown only in the document view [ACC-SHELL-26]', () => {
    const guided = (realRoutes[0]?.children ?? []).filter((route) => metaOf([route.handle]).guide);
    expect(guided.map((route) => route.path)).toEqual(['/d/:documentId/']);
  });

  it('highlights the target with ten pixels around it [ACC-SHELL-27]', () => {
    load(WIDE);
    const light = document.querySelector<HTMLElement>('.guide__light');
    expect(light?.style.top).toBe('90px');
    expect(light?.style.left).toBe('190px');
    expect(light?.style.width).toBe('100px');
    expect(light?.style.height).toBe('60px');
  });

  it('looks for a missing target every half second [ACC-SHELL-28]', async () => {
    jest.useFakeTimers();
    load('nothing');
    expect(bubble()).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1_200));
    const late = document.createElement('div');
    late.className = 'version-switch';
    document.body.append(late);
    await act(() => jest.advanceTimersByTimeAsync(299));
    expect(bubble()).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(bubble()).not.toBeNull();
    late.remove();
  });

  it('is hidden while a dialog is open', async () => {
    jest.useFakeTimers();
    const dialog = document.createElement('div');
    dialog.setAttribute('aria-modal', 'true');
    document.body.append(dialog);
    load(WIDE);
    expect(bubble()).toBeNull();
    dialog.remove();
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(bubble()).not.toBeNull();
    document.body.append(dialog);
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(bubble()).toBeNull();
    dialog.remove();
  });

  it('is shown once per page load, and never again after the checkbox is ticked [ACC-SHELL-29]', async () => {
    const router = load(WIDE);
    press('Close the guide');
    await act(() => router.navigate('/'));
    await act(() => router.navigate('/d/OTHER/'));
    expect(bubble()).toBeNull();
    expect(localStorage.getItem('guides_shown')).toBeNull();

    load(WIDE);
    expect(bubble()).not.toBeNull();
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.keyDown(bubble() ?? document.body, { key: 'Escape' });
    expect(JSON.parse(localStorage.getItem('guides_shown') ?? '')).toEqual({ document_view: true });
    load(WIDE);
    expect(bubble()).toBeNull();
  });

  it('keeps the entries of other guides, and tolerates an invalid stored map [ACC-SHELL-29]', () => {
    localStorage.setItem('guides_shown', JSON.stringify({ another: true }));
    load(WIDE);
    fireEvent.click(screen.getByRole('checkbox'));
    press('Close the guide');
    expect(JSON.parse(localStorage.getItem('guides_shown') ?? '')).toEqual({
      another: true,
      document_view: true,
    });
    localStorage.setItem('guides_shown', '[1');
    load(WIDE);
    expect(bubble()).not.toBeNull();
  });
});
