import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { startScreen } from '../../test/screen.js';
import { lazyWithRetry } from './lazy-with-retry.js';
import { currentMessages } from './messages.js';

const Greeting = ({ name }: { name: string }) => <p>{`hello ${name}`}</p>;

describe('lazyWithRetry', () => {
  beforeEach(() => startScreen('en'));

  it('renders once its code is loaded, and at once if it already is', async () => {
    const fetchCode = jest.fn(() => Promise.resolve<ComponentType<{ name: string }>>(Greeting));
    const Lazy = lazyWithRetry(fetchCode);
    const { unmount } = render(<Lazy name="first" />);
    expect(screen.queryByText('hello first')).toBeNull();
    expect(await screen.findByText('hello first')).toBeTruthy();
    unmount();

    render(<Lazy name="second" />);
    expect(screen.getByText('hello second')).toBeTruthy();
    expect(fetchCode).toHaveBeenCalledTimes(1);
  });

  it('shows one message when the code cannot be fetched, and retries while it is mounted', async () => {
    jest.useFakeTimers();
    const fetchCode = jest
      .fn<() => Promise<ComponentType<{ name: string }>>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(Greeting);
    const Lazy = lazyWithRetry(fetchCode);
    render(<Lazy name="you" />);
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.queryByText('hello you')).toBeNull();
    expect(currentMessages().map(({ kind }) => kind)).toEqual(['alert']);
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.getByText('hello you')).toBeTruthy();
    jest.useRealTimers();
  });
});
