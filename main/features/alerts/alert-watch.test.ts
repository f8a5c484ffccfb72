import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchSize, createAlertQueue, createAskedDevices } from './alert-watch';

const minute = 60_000;

function setup(ids: string[]) {
  let now = 1_000 * minute;
  let due = ids;
  const queue = createAlertQueue({ due: () => [...due] }, () => now);
  return {
    queue,
    pass: (ms: number) => (now += ms),
    setDue: (next: string[]) => (due = next),
  };
}

const named = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);

test('due devices are taken in batches', () => {
  const { queue } = setup(named(batchSize + 2));
  expect(queue.next()).toEqual(named(batchSize));
  expect(queue.next()).toEqual([`d${batchSize}`, `d${batchSize + 1}`]);
  expect(queue.next()).toEqual([]);
});

test('due devices are searched at most once a minute', () => {
  const { queue, pass, setDue } = setup([]);
  expect(queue.next()).toEqual([]);
  setDue(['late']);
  pass(minute - 1);
  expect(queue.next()).toEqual([]);
  pass(1);
  expect(queue.next()).toEqual(['late']);
});

test('a device that was tried waits for half an hour', () => {
  const { queue, pass } = setup(['a']);
  expect(queue.next()).toEqual(['a']);
  queue.tried('a');
  pass(30 * minute - 1);
  expect(queue.next()).toEqual([]);
  pass(minute);
  expect(queue.next()).toEqual(['a']);
});

test('a device that signals alerts comes first, once, and in its order', () => {
  const { queue } = setup(['a', 'b', 'c']);
  queue.signal('c');
  queue.signal('x');
  queue.signal('c');
  expect(queue.next()).toEqual(['c', 'x', 'a', 'b']);
  expect(queue.next()).toEqual([]);
});

test('devices with a call for help come before all others that signal alerts', () => {
  const { queue } = setup(['a']);
  for (const id of named(batchSize)) queue.signal(id);
  queue.signal(`d${batchSize - 1}`, true);
  queue.signal('help', true);
  expect(queue.next()).toEqual([`d${batchSize - 1}`, 'help', ...named(batchSize - 2)]);
  expect(queue.next()).toEqual([`d${batchSize - 2}`, 'a']);
});

test('more signals than a batch wait for the next', () => {
  const { queue } = setup([]);
  for (const id of named(batchSize + 1)) queue.signal(id);
  expect(queue.next()).toEqual(named(batchSize));
  expect(queue.next()).toEqual([`d${batchSize}`]);
});

test('a device that is due was never asked, or the longest ago', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const devices = createAskedDevices(() => ids);
  devices.set('c', 30);
  devices.set('a', 10);
  devices.set('b', 20);
  expect(devices.counts()).toEqual({ devices: 4, loaded: 3, oldestAt: 10 });
  expect(devices.due(20)).toEqual(['d', 'a', 'b']);
  devices.set('a', 40);
  devices.set('c', null);
  expect(devices.due(100)).toEqual(['d', 'c', 'b', 'a']);
  expect(devices.until('a')).toBe(40);
  expect(devices.until('c')).toBeNull();
});

test('a device off the list does not count, and is new when it returns', () => {
  let ids = ['a', 'b'];
  const devices = createAskedDevices(() => ids);
  devices.set('a', 10);
  devices.set('other', 5);
  ids = ['b', 'c'];
  expect(devices.counts()).toEqual({ devices: 2, loaded: 0, oldestAt: null });
  ids = ['a', 'b'];
  expect(devices.counts()).toEqual({ devices: 2, loaded: 0, oldestAt: null });
  expect(devices.due(100).toSorted()).toEqual(['a', 'b']);
});

test('after any calls, it agrees with a list of all times', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const step = fc.oneof(
    fc.record({
      id: fc.constantFrom(...names),
      until: fc.option(fc.integer({ min: 0, max: 50 })),
    }),
    fc.record({ list: fc.subarray(names) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(50), (steps, before) => {
      let ids: string[] = names;
      const times = new Map<string, number | null>(names.map((id) => [id, null]));
      const devices = createAskedDevices(() => ids);
      for (const each of steps) {
        if ('list' in each) {
          ids = each.list;
          for (const id of times.keys()) if (!ids.includes(id)) times.delete(id);
          for (const id of ids) if (!times.has(id)) times.set(id, null);
          devices.counts();
        } else {
          devices.set(each.id, each.until);
          if (ids.includes(each.id)) times.set(each.id, each.until);
        }
      }
      const known = [...times.values()].filter((until) => until !== null);
      expect(devices.counts()).toEqual({
        devices: ids.length,
        loaded: known.length,
        oldestAt: known.length === 0 ? null : Math.min(...known),
      });
      const untils = devices.due(before).map((id) => times.get(id) ?? null);
      expect(untils.filter((until) => until === null)).toHaveLength(times.size - known.length);
      expect(untils.filter((until) => until !== null)).toEqual(
        known.filter((until) => until <= before).toSorted((a, b) => a - b),
      );
      expect(untils.indexOf(null)).toBeLessThanOrEqual(0);
    }),
  );
});
