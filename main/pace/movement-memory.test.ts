import { expect, test } from 'vitest';
import { createFakeTime } from './fake-time.test-support';
import { createMovementHabits } from './movement-habits';
import { createMovementMemory } from './movement-memory';

const hour = 3_600_000;
const noPause = () => Promise.resolve();

function open(stored: Map<string, unknown>, ids: string[]) {
  const time = createFakeTime();
  const habits = createMovementHabits({});
  habits.reorder(new Int32Array(ids.length).fill(-1));
  const writes: string[] = [];
  const memory = createMovementMemory({
    store: {
      read: (name) => structuredClone(stored.get(name)),
      write: (name, value) => {
        writes.push(name);
        stored.set(name, JSON.parse(JSON.stringify(value)));
      },
    },
    clock: time,
    habits,
    ids: () => ids,
    indexOf: (id) => (ids.includes(id) ? ids.indexOf(id) : undefined),
  });
  return { time, habits, memory, writes };
}

/** One device departs each day at 7, the other stays. */
async function learnTwo(stored: Map<string, unknown>) {
  const { habits, memory } = open(stored, ['parked', 'driver']);
  await memory.restore(noPause);
  for (let day = 0; day < 10; day++) {
    const at = day * 24 * hour;
    habits.parked(0, at, at + 10 * hour, false);
    habits.parked(1, at, at + 7 * hour, false);
    habits.parked(1, at + 7 * hour, at + 8 * hour, true);
  }
  memory.learned('driver');
  memory.learned('parked');
  memory.close();
  return habits;
}

test('what was learned survives a restart, also when the list has another order', async () => {
  const stored = new Map<string, unknown>();
  const before = await learnTwo(stored);
  const { habits, memory } = open(stored, ['driver', 'new', 'parked']);
  await memory.restore(noPause);
  for (const at of [3, 7, 9]) {
    expect(habits.departureRate(0, at)).toBeCloseTo(before.departureRate(1, at), 1);
    expect(habits.departureRate(2, at)).toBeCloseTo(before.departureRate(0, at), 1);
  }
  expect(habits.departureRate(0, 7)).toBeGreaterThan(3 * habits.departureRate(2, 7));
  expect(habits.habitOf(1)).toBeNull();
});

test('writes a part ten minutes after it changed, and the rest at the end', async () => {
  const stored = new Map<string, unknown>();
  const ids = Array.from({ length: 1_200 }, (_, i) => `d${i}`);
  const { time, habits, memory, writes } = open(stored, ids);
  await memory.restore(noPause);
  habits.parked(0, 0, hour, true);
  memory.learned('d0');
  await time.pass(599_000);
  expect(writes).toEqual([]);
  memory.learned('d1');
  await time.pass(2_000);
  expect(writes).toEqual(['movement', 'movement-0']);
  memory.learned('d1100');
  memory.close();
  expect(writes.slice(2)).toEqual(['movement', 'movement-2']);
  memory.learned('d0');
  await time.pass(hour);
  expect(writes).toHaveLength(4);
});

test('nothing is replaced before it was read', async () => {
  const stored = new Map<string, unknown>();
  await learnTwo(stored);
  const before = structuredClone(stored.get('movement-0'));
  const { memory } = open(stored, ['driver', 'parked']);
  memory.learned('driver');
  memory.close();
  expect(stored.get('movement-0')).toEqual(before);
});

test.each([
  ['nothing', undefined],
  ['another shape', { parts: 1, fleet: null }],
  ['damaged parts', 'parts'],
])('stored as %s: begins as if nothing were known', async (_, head) => {
  const stored = new Map<string, unknown>();
  await learnTwo(stored);
  if (head === 'parts') stored.set('movement-0', [['driver', -1, 'x', 'AAAA']]);
  else stored.set('movement', head);
  const { habits, memory } = open(stored, ['driver']);
  await memory.restore(noPause);
  expect(habits.habitOf(0)).toBeNull();
});

test('several parts are written one after the other, each ten minutes after its change', async () => {
  const ids = Array.from({ length: 1_200 }, (_, i) => `d${i}`);
  const { time, memory, writes } = open(new Map(), ids);
  await memory.restore(noPause);
  memory.learned('d0');
  memory.learned('d1100');
  await time.pass(60_000);
  memory.learned('d600');
  await time.pass(550_000);
  expect(writes.filter((name) => name !== 'movement')).toEqual(['movement-0', 'movement-2']);
  await time.pass(60_000);
  expect(writes.filter((name) => name !== 'movement')).toEqual([
    'movement-0',
    'movement-2',
    'movement-1',
  ]);
});
