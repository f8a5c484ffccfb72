import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRotation, type Rotation } from './scheduler';

const ids = (count: number, prefix = 'd') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);

/** Takes the next turn, at once or when it falls due; answers the id. */
function turn(rotation: Rotation, clock: { now: number }, prioritised: readonly string[] = []) {
  const next = rotation.next(clock.now, prioritised);
  if (!next) return null;
  clock.now = Math.max(clock.now, next.dueAt);
  rotation.begin(next);
  rotation.end(next.id, clock.now);
  return next.id;
}

test('everybody in turn, in the order of the list, then again from the start', () => {
  const rotation = createRotation();
  const clock = { now: 0 };
  rotation.sync(ids(3));
  const turns = Array.from({ length: 6 }, () => turn(rotation, clock));
  expect(turns.join(' ')).toBe('d0 d1 d2 d0 d1 d2');
  expect(clock.now).toBe(10_000);
});

test('nobody is asked twice at the same time', () => {
  const rotation = createRotation();
  rotation.sync(ids(2));
  const first = rotation.next(0, ['d1'])!;
  rotation.begin(first);
  const second = rotation.next(0, ['d1'])!;
  rotation.begin(second);
  expect([first.id, second.id]).toEqual(['d1', 'd0']);
  expect(rotation.next(0, ['d1'])).toBeNull();
});

test('new ids come first, vanished ones are no longer asked', () => {
  const rotation = createRotation();
  const clock = { now: 0 };
  rotation.sync(['a', 'b']);
  turn(rotation, clock);
  rotation.sync(['b', 'a', 'c']);
  expect([turn(rotation, clock), turn(rotation, clock)]).toEqual(['b', 'c']);
  expect(rotation.neverAsked()).toBe(0);
  rotation.sync(['c']);
  clock.now += 60_000;
  expect([turn(rotation, clock), turn(rotation, clock)]).toEqual(['c', 'c']);
  rotation.sync([]);
  expect(rotation.next(clock.now, ['a'])).toBeNull();
});

test('one that vanished while it was asked does not come back', () => {
  const rotation = createRotation();
  rotation.sync(['a', 'b']);
  rotation.begin(rotation.next(0, [])!);
  rotation.sync(['b']);
  rotation.end('a', 0);
  rotation.begin(rotation.next(0, [])!);
  expect(rotation.next(1e9, ['a'])).toBeNull();
});

test('one that rests is left out until its time', () => {
  const rotation = createRotation();
  const clock = { now: 0 };
  rotation.sync(['a', 'b']);
  turn(rotation, clock);
  rotation.rest('a', 50_000);
  const until = (at: number) => {
    const seen = [];
    for (;;) {
      const next = rotation.next(clock.now, ['a']);
      if (!next || Math.max(clock.now, next.dueAt) > at) return seen;
      seen.push(turn(rotation, clock, ['a']));
    }
  };
  expect(new Set(until(49_999))).toEqual(new Set(['b']));
  expect(until(70_000)).toContain('a');
});

test('a restart asks everybody again, as if for the first time', () => {
  const rotation = createRotation();
  const clock = { now: 0 };
  rotation.sync(ids(3));
  for (let i = 0; i < 3; i++) turn(rotation, clock);
  rotation.restart();
  expect(rotation.next(clock.now, [])).toMatchObject({ id: 'd0', isFirst: true, dueAt: 0 });
  expect(rotation.neverAsked()).toBe(0);
});

test('a clock that was set back makes nobody wait longer', () => {
  const rotation = createRotation();
  const clock = { now: 5 * 3_600_000 };
  rotation.sync(['a']);
  turn(rotation, clock);
  expect(rotation.next(0, [])!.dueAt).toBe(10_000);
});

test('favoured ones are asked more often, and whoever is favoured, nobody starves', () => {
  const fleet = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(fleet, fc.array(fc.nat(70), { maxLength: 80 }), (size, favouredIndexes) => {
      const rotation = createRotation({ againMs: 0, prioritisedAgainMs: 0 });
      rotation.sync(ids(size));
      const prioritised = favouredIndexes.map((i) => `d${i}`);
      const clock = { now: 0 };
      const lastTurn = new Map<string, number>();
      const turns = new Map<string, number>();
      for (let i = 0; i < size * 9; i++) {
        clock.now++;
        const id = turn(rotation, clock, prioritised)!;
        const waited = i - (lastTurn.get(id) ?? -1);
        expect(waited).toBeLessThanOrEqual(size * 3);
        lastTurn.set(id, i);
        turns.set(id, (turns.get(id) ?? 0) + 1);
      }
      expect(turns.size).toBe(size);
      const known = new Set(prioritised.filter((id) => turns.has(id)));
      if (known.size === 0 || known.size === size || known.size * 2 > size) return;
      const least = Math.min(...[...known].map((id) => turns.get(id)!));
      const others = [...turns].filter(([id]) => !known.has(id)).map(([, count]) => count);
      expect(least).toBeGreaterThanOrEqual(Math.max(...others));
    }),
  );
});

test('without favourites the wait of any two differs by one turn at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(300), (size, steps) => {
      const rotation = createRotation();
      rotation.sync(ids(size));
      const clock = { now: 0 };
      const turns = new Map(ids(size).map((id) => [id, 0]));
      for (let i = 0; i < steps; i++) {
        const id = turn(rotation, clock)!;
        turns.set(id, turns.get(id)! + 1);
      }
      const counts = [...turns.values()];
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }),
  );
});
