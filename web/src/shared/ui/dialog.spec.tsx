import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { showRoutes, startScreen } from '../../test/screen.js';
import { ConfirmDialog } from './dialog.js';

beforeEach(() => startScreen('en'));
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const ask = (countdown?: number) => {
  const onConfirm = jest.fn();
  const given = { title: 'Sure?', text: 'It is gone then.', confirmLabel: 'Delete', onConfirm };
  const counted = countdown === undefined ? {} : { countdown };
  const element = <ConfirmDialog open {...given} {...counted} onCancel={() => undefined} />;
  showRoutes([{ path: '/', element }], '/');
  return onConfirm;
};
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Delete/ });

describe('ConfirmDialog', () => {
  it('can be confirmed at once without a countdown', () => {
    const onConfirm = ask();
    fireEvent.click(confirm());
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('can be confirmed only after its countdown [RDR-SHELL-04]', () => {
    jest.useFakeTimers();
    const onConfirm = ask(3);
    expect(confirm().textContent).toBe('Delete (3)');
    act(() => void jest.advanceTimersByTime(2_000));
    expect(confirm().textContent).toBe('Delete (1)');
    expect(confirm().disabled).toBe(true);
    fireEvent.click(confirm());
    expect(onConfirm).not.toHaveBeenCalled();
    act(() => void jest.advanceTimersByTime(1_000));
    expect(confirm().textContent).toBe('Delete');
    fireEvent.click(confirm());
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});
