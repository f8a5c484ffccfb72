import { expect, test } from 'vitest';
import { countedMessage } from './counted-message';

const message = { one: 'Add 1 device to {group}', many: 'Add {n} devices to {group}' };
const format = { count: (value: number) => value.toLocaleString('en') };

test('has one message for one and one for every other number', () => {
  const texts = [0, 1, 1234].map((n) => countedMessage(message, n, format, { group: 'Vans' }));
  expect(texts).toEqual([
    'Add 0 devices to Vans',
    'Add 1 device to Vans',
    'Add 1,234 devices to Vans',
  ]);
});

test('a value is never read as part of the message', () => {
  expect(countedMessage(message, 2, format, { group: '{n} $& {group}' })).toBe(
    'Add 2 devices to {n} $& {group}',
  );
});
