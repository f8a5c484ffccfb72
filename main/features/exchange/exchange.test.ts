import { english, says, t } from '../../../test/support/english';
import { expect, test } from 'vitest';
import type { JournalEntry } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import { defaultSettings } from '#shared/domain/settings';
import { fail } from '#shared/fault';
import { createExchange } from './exchange';
import type { ExchangedAccount } from './exchanged-account';
import { exportedTable, type ExportRequest } from './exported-table';

const groups = ['north', 'south', 'west'].map(
  (id): Group => ({ id, name: `Depot ${id}`, description: null, devices: [] }) as unknown as Group,
);

function accountWith({ isListed = true, entries = [] as readonly JournalEntry[] } = {}) {
  const list = <T>(items: readonly T[]) => ({ current: () => ({ items, asOf: 0, fault: null }) });
  return {
    fleet: {
      isListed: () => isListed,
      devices: () => [],
      details: () => fail({ kind: 'notFound' }),
    },
    users: list([]),
    groups: list(groups),
    records: {
      journal: {
        get: (id: string) => entries.find((entry) => entry.id === id) ?? null,
        list: ({ from, limit }: { from: number; limit: number }) => ({
          entries: entries.slice(from, from + limit),
          total: entries.length,
        }),
      },
    },
    facts: () => ({ accountTimeZone: null }),
  } as unknown as ExchangedAccount;
}

/** The names that were proposed for a file of devices; no file is chosen. */
async function savedDevices(isListed: boolean): Promise<string[]> {
  const asked: string[] = [];
  const exchange = createExchange({
    account: () => accountWith({ isListed }),
    profile: () => null,
    settings: () => defaultSettings,
    changeSettings: () => undefined,
    language: () => english,
    t,
    now: () => 0,
    computerTimeZone: () => 'UTC',
    written: () => 'id',
    pickSaveFile: (name) => {
      asked.push(name);
      return Promise.resolve(null);
    },
    pickOpenFile: () => Promise.resolve(null),
    work: {
      planImport: () => Promise.resolve(null),
      wrongRows: () => Promise.resolve(null),
      importProgress: () => null,
      cancelImport: () => undefined,
    },
  });
  const written = exchange.exportTable({ what: 'devices', format: 'csv', ids: null, filter: '' });
  expect(await written).toBeNull();
  return asked;
}

test('devices are not exported as "none" if their list was never received', async () => {
  await expect(savedDevices(false)).rejects.toMatchObject({
    fault: { kind: 'declined', message: says('The list of devices was not loaded.') },
  });
  expect(await savedDevices(true)).toEqual(['Waypost devices 1970-01-01.csv']);
});

function exported(request: Partial<ExportRequest>, account = accountWith()) {
  const { bytes, rows } = exportedTable(
    account,
    { what: 'groups', format: 'csv', ids: null, ...request },
    {
      language: english,
      account: 'ana at https://fleet.example',
      filter: null,
      timeZone: 'UTC',
      exportedAt: 0,
      serviceSpeedUnit: 'km/h',
      speedUnit: 'km/h',
      accountTimeZone: 'UTC',
    },
  );
  return { text: Buffer.from(bytes).toString('utf8'), rows };
}

test('an export has all records, or the chosen ones in their order without missing ones', () => {
  expect(exported({}).rows).toBe(3);
  const { text, rows } = exported({ ids: ['west', 'gone', 'north'] });
  expect(rows).toBe(2);
  expect(text.indexOf('Depot west')).toBeLessThan(text.indexOf('Depot north'));
  expect(text).toContain('Depot west');
  expect(text).not.toContain('Depot south');
  expect(exported({ what: 'devices', ids: ['gone'] }).rows).toBe(0);
});

test('only devices are exported as a map', () => {
  expect(() => exported({ format: 'kml' })).toThrow(
    expect.objectContaining({ fault: expect.objectContaining({ field: 'format' }) }),
  );
  expect(exported({ what: 'devices', format: 'geojson', ids: [] }).text).toContain('Feature');
});

test('an export has every entry of a journal that is longer than a page', () => {
  const entries = Array.from(
    { length: 1_203 },
    (_, i) =>
      ({
        id: `e${i}`,
        by: 'ana',
        changes: [],
        label: `Van ${i}`,
        at: i,
      }) as unknown as JournalEntry,
  );
  const account = accountWith({ entries });
  expect(exported({ what: 'journal' }, account).rows).toBe(1_203);
  expect(exported({ what: 'journal', ids: ['e7', 'gone'] }, account).rows).toBe(1);
});
