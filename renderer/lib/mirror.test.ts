import { afterEach, expect, test } from 'vitest';
import type { Outcome } from '#shared/fault';
import { showAccount } from './account-scope';
import { createAccountMirror, createMirror } from './mirror';

afterEach(() => showAccount(null));

function source(create: typeof createMirror<string> = createMirror) {
  const listeners = new Set<(value: string) => void>();
  const answers: ((outcome: Outcome<string>) => void)[] = [];
  const mirror = create(
    () => new Promise((resolve) => answers.push(resolve)),
    (listener) => listeners.add(listener),
  );
  return {
    mirror,
    answers,
    follow: () => mirror.subscribe(() => undefined),
    change: (value: string) => listeners.forEach((listener) => listener(value)),
    answer: async (outcome: Outcome<string>) => {
      answers.shift()!(outcome);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('asks nothing before somebody follows it, and then once', async () => {
  const { mirror, answers, follow, answer } = source();
  expect(answers).toHaveLength(0);
  follow();
  follow();
  expect(answers).toHaveLength(1);
  await answer({ ok: true, value: 'snapshot' });
  expect(mirror.getState().value).toBe('snapshot');
});

test('a change that arrives before the snapshot wins', async () => {
  const { mirror, follow, change, answer } = source();
  follow();
  change('newer');
  await answer({ ok: true, value: 'snapshot' });
  expect(mirror.getState().value).toBe('newer');
});

test('a failed read keeps the value and reports why', async () => {
  const { mirror, follow, change, answer } = source();
  follow();
  await answer({ ok: true, value: 'known' });
  const reading = mirror.read();
  await answer({ ok: false, fault: { kind: 'bug', reference: 'r' } });
  await reading;
  expect(mirror.getState()).toEqual({ value: 'known', fault: { kind: 'bug', reference: 'r' } });
  change('known again');
  expect(mirror.getState().fault).toBeNull();
});

test('a late snapshot does not replace one that was requested after it', async () => {
  const { mirror, answers } = source();
  const readings = [mirror.read(), mirror.read()];
  const [first, second] = answers;
  second!({ ok: true, value: 'second' });
  await readings[1];
  first!({ ok: true, value: 'first' });
  await readings[0];
  expect(mirror.getState().value).toBe('second');
});

test('shows nothing of one account in another, not even an answer that comes late', async () => {
  const { mirror, follow, change, answer } = source(createAccountMirror);
  showAccount('a');
  follow();
  change('of a');
  showAccount('b');
  expect(mirror.getState().value).toBeNull();
  await answer({ ok: true, value: 'of a' });
  expect(mirror.getState().value).toBeNull();
  await answer({ ok: true, value: 'of b' });
  expect(mirror.getState().value).toBe('of b');
});

test('drops a change that an account sent after it was left', () => {
  const { mirror, follow, change } = source(createAccountMirror);
  showAccount('a');
  follow();
  showAccount(null);
  change('of a');
  showAccount('b');
  expect(mirror.getState().value).toBeNull();
});

test('is read for an account only if it is followed, or as soon as it is', () => {
  const { answers, follow } = source(createAccountMirror);
  showAccount('a');
  expect(answers).toHaveLength(0);
  const stop = follow();
  expect(answers).toHaveLength(1);
  stop();
  showAccount('b');
  expect(answers).toHaveLength(1);
  follow();
  expect(answers).toHaveLength(2);
});
