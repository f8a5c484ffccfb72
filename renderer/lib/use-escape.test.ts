import { expect, test } from 'vitest';
import { escapeOne } from './use-escape';

test('one Escape closes one thing: the latest, and what is last after all others', () => {
  const closed: string[] = [];
  const closing = (name: string, isLast = false) => ({
    isLast,
    onEscape: () => void closed.push(name),
  });
  const hidden = { isLast: false, onEscape: () => false as const };
  expect(escapeOne([closing('chip', true), hidden, closing('panel')])).toBe(true);
  expect(closed).toEqual(['panel']);
  expect(escapeOne([closing('chip', true), hidden])).toBe(true);
  expect(closed).toEqual(['panel', 'chip']);
  expect(escapeOne([hidden])).toBe(false);
});
