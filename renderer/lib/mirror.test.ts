import { expect, test } from 'vitest';
import type { Outcome } from '#shared/fault';
import { createMirror } from './mirror';

function source() {
  const listeners = new Set<(value: string) => void>();
  const answers: ((outcome: Outcome<string>) => void)[] = [];
  const mirror = createMirror<string>(
    () => new Promise((resolve) => answers.push(resolve)),
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  );
  return {
    mirror,
    listeners,
    change: (value: string) => listeners.forEach((listener) => listener(value)),
    answer: async (outcome: Outcome<string>) => {
      answers.shift()!(outcome);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('the snapshot comes first, then each change', async () => {
  const { mirror, change, answer } = source();
  mirror.start();
  await answer({ ok: true, value: 'snapshot' });
  expect(mirror.getState().value).toBe('snapshot');
  change('newer');
  expect(mirror.getState().value).toBe('newer');
});

test('a change that arrives before the snapshot wins', async () => {
  const { mirror, change, answer } = source();
  mirror.start();
  change('newer');
  await answer({ ok: true, value: 'snapshot' });
  expect(mirror.getState().value).toBe('newer');
});

test('a failed read keeps the value and reports why', async () => {
  const { mirror, change, answer } = source();
  mirror.start();
  await answer({ ok: true, value: 'known' });
  const reading = mirror.read();
  await answer({ ok: false, fault: { kind: 'bug', reference: 'r' } });
  await reading;
  expect(mirror.getState()).toEqual({ value: 'known', fault: { kind: 'bug', reference: 'r' } });
  change('known again');
  expect(mirror.getState().fault).toBeNull();
});

test('a stopped mirror ignores events', () => {
  const { mirror, listeners } = source();
  const stop = mirror.start();
  stop();
  expect(listeners.size).toBe(0);
});

test('a late snapshot does not replace one that was requested after it', async () => {
  const answers: ((value: string) => void)[] = [];
  const mirror = createMirror<string>(
    async () => ({ ok: true, value: await new Promise((resolve) => answers.push(resolve)) }),
    () => () => undefined,
  );
  const readings = [mirror.read(), mirror.read()];
  const [first, second] = answers;
  second!('of this account');
  await readings[1];
  first!('of the account before');
  await readings[0];
  expect(mirror.getState().value).toBe('of this account');
});

test('ignores a snapshot that was requested before the value was cleared', async () => {
  const { mirror, answer } = source();
  const reading = mirror.read();
  mirror.forget();
  await answer({ ok: true, value: 'of the account before' });
  await reading;
  expect(mirror.getState()).toEqual({ value: null, fault: null });
});
