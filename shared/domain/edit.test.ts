import { expect, test } from 'vitest';
import type { Fault } from '../fault';
import { clockToleranceMs, mayBeFromAttempt, mayStillArrive } from './edit';

test.each<[Fault, boolean]>([
  [{ kind: 'offline', layer: 'timeout' }, true],
  [{ kind: 'offline', layer: 'tcp' }, false],
  [{ kind: 'busy', status: 408 }, true],
  [{ kind: 'busy', status: 504 }, true],
  [{ kind: 'busy', status: 503 }, false],
  [{ kind: 'invalid', message: 'no' }, false],
])('after %o a lost create may still arrive: %s', (fault, expected) => {
  expect(mayStillArrive(fault)).toBe(expected);
});

test('a record may come from an attempt unless it was created clearly before it', () => {
  const attemptedAt = 1_000_000_000;
  expect(mayBeFromAttempt(attemptedAt - clockToleranceMs, attemptedAt)).toBe(true);
  expect(mayBeFromAttempt(attemptedAt - clockToleranceMs - 1, attemptedAt)).toBe(false);
  expect(mayBeFromAttempt(null, attemptedAt)).toBe(true);
});
