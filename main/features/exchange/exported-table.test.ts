import { describe, expect, test } from 'vitest';
import { fail } from '#shared/fault';
import type { JournalEntry } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { ExchangedAccount } from './exchanged-account';
import { exportedTable, type ExportRequest } from './exported-table';

const groups = ['north', 'south', 'west'].map(
  (id): Group => ({ id, name: `Depot ${id}`, description: null, devices: [] }) as unknown as Group,
);

function accountWith(entries: readonly JournalEntry[] = []): ExchangedAccount {
  const list = <T>(items: readonly T[]) => ({ current: () => ({ items, asOf: 0, fault: null }) });
  return {
    fleet: { isListed: () => true, devices: () => [], details: () => fail({ kind: 'notFound' }) },
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
  } as unknown as ExchangedAccount;
}

const context = {
  account: 'ana at https://fleet.example',
  filter: null,
  timeZone: 'UTC',
  exportedAt: 0,
  serviceSpeedUnit: 'km/h',
  speedUnit: 'km/h',
  accountTimeZone: 'UTC',
} as const;

function exported(request: Partial<ExportRequest>, account = accountWith()) {
  const { bytes, rows } = exportedTable(
    account,
    { what: 'groups', format: 'csv', ids: null, ...request },
    context,
  );
  return { text: Buffer.from(bytes).toString('utf8'), rows };
}

describe('an exported table', () => {
  test('has all records, or the chosen ones in their order without missing ones', () => {
    expect(exported({}).rows).toBe(3);
    const { text, rows } = exported({ ids: ['west', 'gone', 'north'] });
    expect(rows).toBe(2);
    expect(text.indexOf('Depot west')).toBeLessThan(text.indexOf('Depot north'));
    expect(text).toContain('Depot west');
    expect(text).not.toContain('Depot south');
  });

  test('has no row for a device that does not exist any more', () => {
    expect(exported({ what: 'devices', ids: ['gone'] }).rows).toBe(0);
  });

  test('is refused as a map file unless it is of devices', () => {
    expect(() => exported({ format: 'kml' })).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ field: 'format' }) }),
    );
    expect(exported({ what: 'devices', format: 'geojson', ids: [] }).text).toContain('Feature');
  });

  test('has every entry of a journal that is longer than a page', () => {
    const entries = Array.from(
      { length: 1_203 },
      (_, i) => ({ id: `e${i}`, changes: [], label: `Van ${i}`, at: i }) as unknown as JournalEntry,
    );
    expect(exported({ what: 'journal' }, accountWith(entries)).rows).toBe(1_203);
    expect(exported({ what: 'journal', ids: ['e7', 'gone'] }, accountWith(entries)).rows).toBe(1);
  });
});
