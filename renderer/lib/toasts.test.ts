import { afterEach, expect, test } from 'vitest';
import { showAccount } from './account-scope';
import { dismissToast, showToast, toasts } from './toasts';

afterEach(() => {
  showAccount('another');
  showAccount(null);
});

const titles = () => toasts.getState().shown.map(({ title }) => title);

test('a message is dismissed by itself', () => {
  showToast({ tone: 'info', title: 'a' });
  showToast({ tone: 'info', title: 'b' });
  dismissToast(toasts.getState().shown[0]!.id);
  expect(titles()).toEqual(['b']);
});

test('the newest message and all errors are shown; the oldest others go', () => {
  showToast({ tone: 'error', title: 'e1' });
  for (const title of ['a', 'b', 'c']) showToast({ tone: 'info', title });
  for (const title of ['e2', 'e3', 'd']) showToast({ tone: 'error', title });
  showToast({ tone: 'info', title: 'last' });
  expect(titles()).toEqual(['e1', 'e2', 'e3', 'd', 'last']);
});
