import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { showRoutes, startScreen } from '../../test/screen.js';
import { CopyButton } from './copy-button.js';

const write = jest.fn<(text: string) => Promise<void>>();

beforeEach(async () => {
  await startScreen('en');
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
  write.mockReset().mockResolvedValue(undefined);
  jest.useFakeTimers();
  showRoutes([{ path: '/', element: <CopyButton text="abc" label="Copy it" copied="It is copied" /> }], '/');
});
afterEach(() => void jest.useRealTimers());

const press = () =>
  act(() => Promise.resolve(fireEvent.click(screen.getByRole('button', { name: 'Copy it' }))));
const isMarked = () => screen.getByRole('button', { name: 'Copy it' }).dataset['copied'] === 'true';

describe('CopyButton', () => {
  it('confirms for two seconds that the text was copied [ACC-SHELL-32]', async () => {
    await press();
    expect(write).toHaveBeenCalledWith('abc');
    expect([isMarked(), screen.queryByText('It is copied') !== null]).toEqual([true, true]);
    await act(() => jest.advanceTimersByTimeAsync(1_999));
    expect([isMarked(), screen.queryByText('It is copied') !== null]).toEqual([true, true]);
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect([isMarked(), screen.queryByText('It is copied') !== null]).toEqual([false, false]);
  });

  it('reports a failed copy', async () => {
    write.mockRejectedValue(new Error('denied'));
    await press();
    expect(isMarked()).toBe(false);
    expect(screen.getByRole('alert').textContent).toContain('Copying failed');
  });
});
