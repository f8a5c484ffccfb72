import { english, t } from '../support/english';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readTable } from '../../main/exchange/table-file';
import { createHistoryFiles } from '../../main/features/exchange/history-files';
import { FileWork } from '../../main/files/file-work';
import type { PrintedPage } from '../../main/features/maps/map-picture';
import { filesInProcess } from '../../main/files/in-process.test-support';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { dayInZone, plusDays, startOfDayInZone } from '../../shared/domain/calendar';
import type { LogKind } from '../../shared/domain/history';
import { defaultSettings } from '../../shared/domain/settings';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';
import { openSession } from '../support/session';

afterEach(cleanUp);

const timeZone = 'UTC';
const dayMs = 86_400_000;
const content = { company: '', withAlerts: true, withCoordinates: false, maps: [] };

async function started(onProgress: () => void = () => undefined) {
  const running = await startTestService();
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    settings: () => ({ callsPerMinute: 6_000 }),
  });
  const { url: address, userName, apiKey } = running;
  await session.connect({ address, userName, apiKey });
  const account = session.account();
  await vi.waitFor(() => expect(account.fleet.isListed()).toBe(true), { timeout: 15_000 });
  const folder = temporaryFolder();
  const printed: PrintedPage[] = [];
  const work = new FileWork({
    start: filesInProcess,
    onProgress,
    streets: (positions) =>
      Promise.resolve(positions.map(() => ({ street: 'Harbour Road', number: '12' }))),
  });
  const files = createHistoryFiles({
    language: () => english,
    t,
    account: () => session.account(),
    profile: () => null,
    settings: () => defaultSettings,
    now: () => account.now(),
    work,
    written: () => 'id',
    pickSaveFile: (name) => Promise.resolve(path.join(folder, name)),
    printPage: (page) => {
      printed.push(page);
      return Promise.resolve(Buffer.from('%PDF'));
    },
    picturePage: (page) => {
      printed.push(page);
      return Promise.resolve(Buffer.from('PNG'));
    },
    towns: () => Promise.resolve(null),
  });
  const day = plusDays(dayInZone(account.now(), timeZone), -1);
  const range = { from: startOfDayInZone(day, timeZone), to: 0 };
  range.to = range.from + dayMs - 1;
  const load = async (log: LogKind, deviceIds: string[]) => {
    const { id } = account.history.fetcher.fetch({ log, deviceIds, range });
    await vi.waitFor(
      () => {
        const fetch = account.history.fetcher.fetches().find((each) => each.id === id);
        expect(fetch?.phase).toBe('done');
      },
      { timeout: 20_000 },
    );
  };
  return { account, folder, printed, work, files, day, load };
}

/** The rows of a workbook, by the titles of their columns. */
async function rowsOf(file: string): Promise<Record<string, string>[]> {
  const { header, rows } = await readTable(readFileSync(file));
  return rows.map(({ cells }) =>
    Object.fromEntries(header.map((title, i) => [title, cells[i] ?? ''])),
  );
}

test('a report has what is cached of the day, and says what is not, without a call', async () => {
  const { account, printed, files, day, load } = await started();
  const deviceIds = [...account.fleet.ids()];
  const other = deviceIds.pop()!;
  await load('locations', deviceIds);
  deviceIds.push(other);
  const trackCalls = () =>
    account
      .usage()
      .endpoints.filter(({ endpoint }) => /locations/.test(endpoint))
      .flatMap(({ hours }) => hours)
      .reduce((sum, each) => sum + each, 0);
  const calls = trackCalls();
  expect(calls).toBeGreaterThan(0);
  const wanted = { ...content, deviceIds, days: { from: day, to: day }, timeZone };
  const written = await files.writeReport({ ...wanted, format: 'xlsx' });
  const rows = await rowsOf(written!.file);
  expect(rows).toHaveLength(written!.rows!);
  const days = rows.filter((row) => row['Row'] === 'day');
  expect(days.map((row) => row['Device id'])).toEqual(deviceIds);
  const number = (text: string | undefined) => Number(text === '' ? Number.NaN : text);
  const trips = rows.filter((row) => row['Row'] === 'trip');
  expect(trips.length).toBeGreaterThan(0);
  const unknown = { Trips: '', 'Distance (km)': '', 'Driving (min)': '' };
  const isWithoutPosition = (of: (typeof days)[number]) =>
    of['Note']?.includes('No positions') ?? false;
  for (const of of days.filter(isWithoutPosition)) expect(of).toMatchObject(unknown);
  for (const column of ['Driving (min)', 'Distance (km)']) {
    for (const of of days.slice(0, -1).filter((each) => !isWithoutPosition(each))) {
      const own = trips.filter((row) => row['Device id'] === of['Device id']);
      expect(number(of['Trips'])).toBe(own.length);
      const sum = own.reduce((total, row) => total + number(row[column]), 0);
      expect(Math.abs(number(of[column]) - sum)).toBeLessThan(0.1 * (own.length + 1));
    }
  }
  // Nothing is known of the other: no number, and no zero.
  const last = days.at(-1)!;
  expect(last).toMatchObject(unknown);
  expect(last['Note']).toContain('No data loaded for this day');

  const pdf = await files.writeReport({ ...wanted, format: 'pdf' });
  expect(readFileSync(pdf!.file, 'latin1')).toBe('%PDF');
  const { html } = printed[0]!;
  const [year] = day.split('-');
  expect(html).toMatch(new RegExp(`<p class="when">${day.slice(-2)} \\p{L}+ ${year}</p>`, 'u'));
  expect(html.split('No data loaded for this day')).toHaveLength(2);
  expect(html.match(/<td>Drive/g)).toHaveLength(trips.length);
  const stops = rows.filter((row) => row['Row'] === 'stop');
  expect(html.match(/Harbour Road 12/g)).toHaveLength(stops.length);
  expect(trackCalls()).toBe(calls);
});
