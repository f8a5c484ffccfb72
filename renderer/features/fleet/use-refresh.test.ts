import { expect, test } from 'vitest';
import type { Outcome } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { createRefresh, type RefreshState } from './use-refresh';

const done: Outcome<DeviceDetails> = { ok: true, value: {} as DeviceDetails };

function setUp() {
  const answers: ((outcome: Outcome<DeviceDetails>) => void)[] = [];
  let state: RefreshState = { isBusy: false, fault: null, version: 0 };
  const refresh = createRefresh(
    () => new Promise((resolve) => answers.push(resolve)),
    (update) => (state = update(state)),
  );
  return { refresh, answers, state: () => state };
}

test('one refresh at a time; the details are read again when it ends', async () => {
  const { refresh, answers, state } = setUp();
  const running = refresh.run('a');
  void refresh.run('a');
  expect([answers.length, state().isBusy]).toEqual([1, true]);
  answers[0]!(done);
  await running;
  expect(state()).toEqual({ isBusy: false, fault: null, version: 1 });
});

test('a fault is shown until the next attempt', async () => {
  const { refresh, answers, state } = setUp();
  const running = refresh.run('a');
  answers[0]!({ ok: false, fault: { kind: 'notFound' } });
  await running;
  expect(state()).toEqual({ isBusy: false, fault: { kind: 'notFound' }, version: 1 });
  void refresh.run('a');
  expect(state()).toMatchObject({ isBusy: true, fault: null });
});

test('the result for a device that is no longer shown is dropped', async () => {
  const { refresh, answers, state } = setUp();
  const former = refresh.run('a');
  refresh.leave();
  expect(state().isBusy).toBe(false);
  void refresh.run('b');
  answers[0]!({ ok: false, fault: { kind: 'notFound' } });
  await former;
  expect(state()).toMatchObject({ isBusy: true, fault: null });
});
