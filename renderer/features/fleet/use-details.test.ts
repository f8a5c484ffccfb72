import { expect, test } from 'vitest';
import type { Outcome } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { followDetails, type DetailsState } from './use-details';

const record = (rawDevice: string) => ({ rawDevice }) as DeviceDetails;
const settle = () => new Promise((resolve) => setTimeout(resolve));

function setUp() {
  const answers: ((outcome: Outcome<DeviceDetails>) => void)[] = [];
  let change: (id: string) => void = () => {};
  let state: DetailsState = { id: 'a', details: null, fault: null };
  const stop = followDetails(
    'a',
    {
      onSelectedChanged(listener) {
        change = listener;
        return () => (change = () => {});
      },
    },
    () => new Promise((resolve) => answers.push(resolve)),
    (update) => (state = update(state)),
  );
  return {
    answers,
    stop,
    change: (id: string) => change(id),
    state: () => state,
  };
}

test('drops a response that arrives after a newer one', async () => {
  const { answers, change, state } = setUp();
  change('a');
  answers[1]!({ ok: true, value: record('new') });
  await settle();
  answers[0]!({ ok: true, value: record('old') });
  await settle();
  expect(state().details?.rawDevice).toBe('new');
});

test('keeps the shown details after a fault', async () => {
  const { answers, change, state } = setUp();
  answers[0]!({ ok: true, value: record('known') });
  await settle();
  change('a');
  answers[1]!({ ok: false, fault: { kind: 'notFound' } });
  await settle();
  expect(state()).toMatchObject({
    details: { rawDevice: 'known' },
    fault: { kind: 'notFound' },
  });
});

test('requests nothing for other devices or after it was stopped', async () => {
  const { answers, change, stop, state } = setUp();
  change('b');
  expect(answers).toHaveLength(1);
  stop();
  change('a');
  answers[0]!({ ok: true, value: record('late') });
  await settle();
  expect([answers.length, state().details]).toEqual([1, null]);
});
