import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { emptyStatus } from './status';
import { createStatusReporter } from './status-reporter';

function setup() {
  const time = createFakeTime();
  const start = time.now();
  const reports: number[] = [];
  let idle = 0;
  const reporter = createStatusReporter({
    clock: time,
    status: () => emptyStatus,
    report: () => reports.push(time.now() - start),
    onIdle: () => idle++,
  });
  return { time, reporter, reports, idle: () => idle };
}

test('reports many changes at most every half second', async () => {
  const { time, reporter, reports } = setup();
  for (let i = 0; i < 12; i++) {
    reporter.soon();
    await time.pass(100);
  }
  expect(reports).toEqual([500, 1_000]);
});

test('reports every 15 seconds without a change', async () => {
  const { time, reporter, reports, idle } = setup();
  reporter.soon();
  await time.pass(31_000);
  expect(reports.map((at) => Math.round(at / 500) * 500)).toEqual([500, 15_500, 30_500]);
  expect(idle()).toBe(2);
});

test('reports nothing after it was closed, except on request', async () => {
  const { time, reporter, reports } = setup();
  reporter.soon();
  reporter.close();
  reporter.soon();
  await time.pass(60_000);
  expect(reports).toEqual([]);
  reporter.now();
  expect(reports).toHaveLength(1);
});
