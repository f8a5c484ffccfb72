import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { FetchState } from '#shared/domain/history';
import { showAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { useComputed } from './computed-list';
import { DaysOfUse } from './days-of-use';

const query = { deviceIds: ['1'], from: '2026-11-26', to: '2026-11-26', timeZone: 'Etc/UTC' };
const fetching = (slicesDone: number): FetchState => ({
  id: 'f',
  log: 'locations',
  devices: 1,
  firstDeviceId: '1',
  from: 0,
  to: 1,
  phase: 'running',
  fault: null,
  resumesAt: null,
  nextCallAt: null,
  callsSpent: slicesDone,
  callsLeft: 9,
  slicesDone,
  records: 0,
  skippedRecords: 0,
  outsideRecords: 0,
  incompleteDays: 0,
  sliceMs: 1,
});

function Count() {
  const { value } = useComputed(query, api.visits.list);
  return <p>{value ? `left out: ${value.leftOut}` : 'computing'}</p>;
}

afterEach(() => {
  vi.useRealTimers();
  showAccount(null);
});

test('history that is being loaded does not keep a list from being shown, and is read after it', async () => {
  const asked: ((leftOut: number) => void)[] = [];
  answer('places', { all: () => [] });
  answer('history', { fetches: () => [] });
  answer('visits', {
    list: () =>
      new Promise((resolve) => {
        asked.push((leftOut) => resolve({ visits: [], leftOut }));
      }),
  });
  showAccount('ana');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show(<Count />);
  // Again once the places are known.
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  // It is loaded faster than it is read.
  for (let slices = 1; slices <= 5; slices += 1) {
    act(() => notify.history.fetchChanged([fetching(slices)]));
    await act(() => vi.advanceTimersByTimeAsync(4_000));
  }
  expect(asked).toHaveLength(2);
  await act(async () => asked[1]!(1));
  await vi.waitFor(() => expect(screen.getByText('left out: 1')).toBeTruthy());
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  await act(async () => asked[2]!(2));
  await vi.waitFor(() => expect(screen.getByText('left out: 2')).toBeTruthy());
});

test('a trip that lasts until the end of a day does not seem to end when the day begins', async () => {
  const [from, to] = [Date.UTC(2026, 10, 26), Date.UTC(2026, 10, 27)];
  const day = {
    id: '1 2026-11-26',
    deviceId: '1',
    device: 'Van 1',
    day: '2026-11-26',
    from,
    to,
    state: 'complete' as const,
    trips: [{ from: to - 3_600_000, to }],
    use: {
      metres: 40_000,
      drivingMs: 3_600_000,
      standingMs: 0,
      customersMs: { least: 0, most: 0 },
    },
  };
  answer('places', { all: () => [] });
  answer('history', { fetches: () => [] });
  answer('visits', { days: () => [day] });
  showAccount('ana');
  show(<DaysOfUse query={query} />);
  const row = await screen.findByRole('row', { name: /Van 1/ });
  expect(row.textContent).toContain('23:00Midnight');
});
