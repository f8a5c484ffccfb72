import { expect, test } from 'vitest';
import type { Coverage, FetchPlan, IncompletePart } from '#shared/domain/history';
import { incompleteDays, isShort, loadedPart } from './coverage';

const day = Date.UTC(2026, 5, 1);
const hourMs = 3_600_000;
const days = { total: 5, complete: 1, canChange: 1, incomplete: 2, notLoaded: 1 };

const part = (fromHour: number, more: Partial<IncompletePart> = {}): IncompletePart => ({
  from: day + fromHour * hourMs,
  to: day + (fromHour + 1) * hourMs,
  reason: 'notUnderstood',
  received: 10,
  unreadable: 5,
  outside: 0,
  originals: ['{"date":1}'],
  ...more,
});

const covered = (deviceId: string, ...incomplete: IncompletePart[]) => {
  const coverage: Coverage = { days, missing: [], unsettled: [], incomplete, asOf: day };
  return { deviceId, coverage };
};

const plan = { newCalls: 3, calls: 3, open: null, incompleteDays: 0 } as FetchPlan;
const open = { from: day, to: day + hourMs };

test('only what was never requested and takes few calls loads by itself', () => {
  expect(isShort(plan)).toBe(true);
  expect(isShort({ ...plan, calls: 60 })).toBe(false);
  expect(isShort({ ...plan, newCalls: 0, open })).toBe(false);
});

test('how much of a range is loaded', () => {
  const range = { from: 0, to: 12 * hourMs };
  const loaded = (...missing: Coverage['missing']) => loadedPart({ missing }, range);
  expect(loaded(range)).toEqual({ is: 'nothing' });
  expect(loaded({ from: 9 * hourMs, to: range.to })).toEqual({ is: 'until', at: 9 * hourMs });
  expect(loaded({ from: 0, to: hourMs })).toEqual({ is: 'parts' });
  expect(loaded()).toEqual({ is: 'until', at: range.to });
});

test('lists each device, day and reason once', () => {
  const tracks = [
    covered('bus', part(30)),
    covered('van', part(1), part(7, { originals: [] }), part(9, { reason: 'capped' })),
  ];
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  expect(incompleteDays(tracks, dayOf)).toMatchObject([
    {
      deviceId: 'van',
      reason: 'notUnderstood',
      received: 20,
      unreadable: 10,
      to: day + 8 * hourMs,
    },
    { deviceId: 'van', reason: 'capped', received: 10 },
    { deviceId: 'bus', reason: 'notUnderstood', originals: ['{"date":1}'] },
  ]);
});
