import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { startScreen } from '../../test/screen.js';
import { later } from './later.js';
import { currentMessages } from './messages.js';

const Greeting = ({ name }: { name: string }) => <p>{`hello ${name}`}</p>;

describe('a component that comes later', () => {
  beforeEach(() => startScreen('en'));

  it('is drawn when its code has come, and at once where the code is there', async () => {
    const fetchCode = jest.fn(() => Promise.resolve<ComponentType<{ name: string }>>(Greeting));
    const Later = later(fetchCode);
    const { unmount } = render(<Later name="first" />);
    expect(screen.queryByText('hello first')).toBeNull();
    expect(await screen.findByText('hello first')).toBeTruthy();
    unmount();

    render(<Later name="second" />);
    expect(screen.getByText('hello second')).toBeTruthy();
    expect(fetchCode).toHaveBeenCalledTimes(1);
  });

  it('says so once where the code cannot be had, and fetches it again for as long as it is waited for', async () => {
    jest.useFakeTimers();
    const fetchCode = jest
      .fn<() => Promise<ComponentType<{ name: string }>>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(Greeting);
    const Later = later(fetchCode);
    render(<Later name="you" />);
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.queryByText('hello you')).toBeNull();
    expect(currentMessages().map(({ kind }) => kind)).toEqual(['alert']);
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.getByText('hello you')).toBeTruthy();
    jest.useRealTimers();
  });
});
