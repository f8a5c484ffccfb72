import { expect, test } from 'vitest';
import type { StoredValue } from '#main/cache/cache';
import type { Snooze } from '#shared/domain/alert-rules';
import { emptyFixColumns, flagNoPosition, type FleetColumns } from '#shared/fleet/columns';
import { createSnoozes } from './snoozes';

function setUp() {
  const columns = emptyFixColumns(2);
  columns.fixAt.set([10, 20]);
  columns.positionAt.set([10, 5]);
  columns.flags[1] = flagNoPosition;
  const values = new Map<string, unknown>();
  const world = { now: 100, changes: [] as Snooze[][] };
  const records = {
    get: (id: string) => values.get(id),
    put: (id: string, value: unknown) => void values.set(id, structuredClone(value)),
    all: (): StoredValue[] => [],
  };
  const open = () =>
    createSnoozes({
      cache: {
        records: () => records,
        loadFleet: () => ({ columns: columns as FleetColumns }),
        slotOf: (id: string) => ['van', 'bus'].indexOf(id),
      } as unknown as Parameters<typeof createSnoozes>[0]['cache'],
      now: () => world.now,
      onChanged: (all) => world.changes.push(all),
    });
  return { world, columns, open };
}

const van = { deviceId: 'van', until: 200, reason: 'In the workshop' };

test('a snooze is kept with its reason, also after a restart, until its time', () => {
  const { world, open } = setUp();
  expect(open().change([van], [])).toEqual([van]);
  const again = open();
  expect(again.all()).toEqual([van]);
  again.seen('van');
  world.now = 200;
  expect(again.all()).toEqual([]);
  // Every window learns of it.
  expect(world.changes).toEqual([[van]]);
});

test('one until it reports again ends with a report, of a device without a position with a position', () => {
  const { world, columns, open } = setUp();
  const snoozes = open();
  const [silent, bus] = ['van', 'bus'].map((deviceId) => ({ deviceId, until: null, reason: '' }));
  snoozes.change([silent!, bus!], []);
  snoozes.seen('van');
  // It goes on to report without a position.
  world.changes = [];
  columns.fixAt[1] = 50;
  snoozes.seen('bus');
  expect(world.changes).toEqual([]);
  columns.fixAt[0] = 50;
  snoozes.seen('van');
  expect(world.changes).toEqual([[bus]]);
  columns.positionAt[1] = 60;
  snoozes.seen('bus');
  expect(world.changes.at(-1)).toEqual([]);
  expect(open().all()).toEqual([]);
});

test('some end and others begin at once, so that Undo restores what was there', () => {
  const { open } = setUp();
  const snoozes = open();
  const before = snoozes.change([van], []);
  const later = { ...van, until: 900, reason: 'Sold' };
  expect(snoozes.change([later, { ...later, deviceId: 'bus' }], [])).toHaveLength(2);
  expect(snoozes.change(before, ['bus'])).toEqual([van]);
});
