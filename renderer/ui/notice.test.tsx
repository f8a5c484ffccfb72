import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showToast, toastMs, toasts } from '#lib/toasts';
import { show } from '../../test/support/window/show';
import { Toasts } from './notice';

afterEach(() => {
  vi.useRealTimers();
  toasts.setState({ shown: [] });
});

const after = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('a message goes by itself, but not while the focus is on one of them', () => {
  vi.useFakeTimers();
  show(<Toasts />);
  const run = vi.fn<() => void>();
  act(() => showToast({ tone: 'info', title: 'Saved', actions: [{ label: 'Show', run }] }));
  screen.getByRole('button', { name: 'Show' }).focus();
  after(2 * toastMs);
  expect(screen.getByText('Saved')).toBeTruthy();
  // The button is gone with its message, which holds no later one.
  act(() => screen.getByRole('button', { name: 'Show' }).click());
  expect(run).toHaveBeenCalledOnce();
  act(() => showToast({ tone: 'info', title: 'Next' }));
  after(toastMs);
  expect(screen.queryByText('Next')).toBeNull();
});
