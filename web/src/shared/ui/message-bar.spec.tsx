import '../../test/web-globals.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { startScreen } from '../../test/screen.js';
import { MessageBar } from './message-bar.js';
import { MESSAGE_MS, showMessage } from './messages.js';

beforeEach(async () => {
  await startScreen('en');
});

describe('the message bar', () => {
  it('announces a message and removes it after its time', () => {
    jest.useFakeTimers();
    render(<MessageBar />);
    act(() => showMessage('success', 'The note is saved.'));
    expect(screen.getByText('The note is saved.').closest('[aria-live="polite"]')).toBeTruthy();
    act(() => void jest.advanceTimersByTime(MESSAGE_MS));
    expect(screen.queryByText('The note is saved.')).toBeNull();
    jest.useRealTimers();
  });

  it('has a close button only on alerts', () => {
    render(<MessageBar />);
    act(() => showMessage('success', 'The note is saved.'));
    expect(screen.queryByRole('button')).toBeNull();
    act(() => showMessage('alert', 'That failed.'));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('That failed.')).toBeNull();
  });

  it('replaces earlier messages about the same subject and keeps the others', () => {
    render(<MessageBar />);
    const about = 'the shelf';
    const shown = () => [...document.querySelectorAll('.message')].map((one) => one.textContent);
    act(() => {
      showMessage('alert', 'The link was not copied.', { about: 'the link' });
      showMessage('alert', 'The shelf was not saved.', { about });
      showMessage('warning', 'The name is taken.', { about });
    });
    expect(shown()).toHaveLength(3);
    act(() => showMessage('success', 'The shelf is saved.', { about }));
    expect(shown()).toEqual(['The link was not copied.', 'The shelf is saved.']);
    act(() => showMessage('alert', 'The shelf was not saved.', { about }));
    expect(shown()).toEqual(['The link was not copied.', 'The shelf was not saved.']);
  });

  it('lets presses through to the screen beneath, except on its buttons', () => {
    const css = readFileSync(path.join(import.meta.dirname, 'message-bar.css'), 'utf8');
    const rules = [...css.matchAll(/([^{}]+)\{[^{}]*pointer-events: (\w+)/g)].map(
      ([, where = '', what]) => `${where.replace(/\/\*.*\*\//s, '').trim()}: ${what}`,
    );
    expect(rules).toEqual(['.message-bar: none', '.message .icon-btn: auto']);
  });
});
