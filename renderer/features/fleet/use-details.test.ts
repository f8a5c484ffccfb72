import { expect, test } from 'vitest';
import type { Outcome } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { followDetails, type DetailsReading } from './use-details';

const record = (rawDevice: string) => ({ rawDevice }) as DeviceDetails;
const settled = () => new Promise((resolve) => setTimeout(resolve));

function setUp() {
  const answers: ((outcome: Outcome<DeviceDetails>) => void)[] = [];
  let change: (id: string) => void = () => {};
  let reading: DetailsReading = { id: 'a', details: null, fault: null };
  const stop = followDetails(
    'a',
    {
      onSelectedChanged(listener) {
        change = listener;
        return () => (change = () => {});
      },
    },
    () => new Promise((resolve) => answers.push(resolve)),
    (update) => (reading = update(reading)),
  );
  return {
    answers,
    stop,
    change: (id: string) => change(id),
    reading: () => reading,
  };
}

test('an answer that was overtaken by a newer one is dropped', async () => {
  const { answers, change, reading } = setUp();
  change('a');
  answers[1]!({ ok: true, value: record('new') });
  await settled();
  answers[0]!({ ok: true, value: record('old') });
  await settled();
  expect(reading().details?.rawDevice).toBe('new');
});

test('a fault keeps what is shown', async () => {
  const { answers, change, reading } = setUp();
  answers[0]!({ ok: true, value: record('known') });
  await settled();
  change('a');
  answers[1]!({ ok: false, fault: { kind: 'notFound' } });
  await settled();
  expect(reading()).toMatchObject({
    details: { rawDevice: 'known' },
    fault: { kind: 'notFound' },
  });
});

test('other devices and a left page ask nothing', async () => {
  const { answers, change, stop, reading } = setUp();
  change('b');
  expect(answers).toHaveLength(1);
  stop();
  change('a');
  answers[0]!({ ok: true, value: record('late') });
  await settled();
  expect([answers.length, reading().details]).toEqual([1, null]);
});
