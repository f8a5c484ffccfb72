import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metresBetween } from '../history/distance';
import { zonedMoment } from './calendar';
import { readOpeningHours } from './opening-hours';
import {
  nowhere,
  PlaceRuleEngine,
  readPresence,
  ruleTriggers,
  storedPresence,
  type DevicePresence,
  type FoundEvent,
  type PlaceFix,
  type PlaceRule,
} from './place-rules';
import { contains, distanceToEdgeM, type LonLat, type Place, placeKinds } from './places';
import { circle, depot, placeId } from './places.test-support';

const limits = { stopRadiusMetres: 100, jumpKmh: 300 };
const timeZone = 'Europe/Rome';
const device = 'van';
/** The van is in the first of these groups. */
const groups = ['own', 'other'];
const isMember = (_: string, of: readonly string[]) => of.includes(groups[0]!);
const metre = 1 / 111_195;

const anyHours = fc.constantFrom(
  null,
  readOpeningHours('Mo-Fr 08:00-12:00,13:00-18:00'),
  readOpeningHours('Mo-Su 22:00-05:00'),
  readOpeningHours('off'),
);
const anyGroups = fc.constantFrom<string[]>([], [], [groups[0]!], [groups[1]!]);

/** Places and fixes around a spot: in a city, on both sides of ±180°, in the far north. */
const anyWorld = fc
  .record({
    spot: fc.constantFrom<LonLat>([7.68, 45.07], [179.9998, -17], [20, 78]),
    places: fc.array(
      fc.record({
        east: fc.integer({ min: -500, max: 500 }),
        north: fc.integer({ min: -500, max: 500 }),
        size: fc.integer({ min: 20, max: 300 }),
        isCircle: fc.boolean(),
        kind: fc.constantFrom(...placeKinds),
        hours: anyHours,
        groups: anyGroups,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    rules: fc.array(
      fc.record({
        trigger: fc.constantFrom(...ruleTriggers),
        minutes: fc.constantFrom(1, 10, 60),
        of: fc.oneof(
          fc.constantFrom(...placeKinds),
          fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
        ),
        groups: anyGroups,
        isOn: fc.constantFrom(true, true, true, false),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    moves: fc.array(
      fc.record({
        // Border rides, trips, jumps; minutes and gaps of hours.
        east: fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -900, max: 900 })),
        north: fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -900, max: 900 })),
        isJump: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
        seconds: fc.oneof(
          fc.integer({ min: 1, max: 300 }),
          fc.integer({ min: 300, max: 3_600 }),
          fc.integer({ min: 3_600, max: 40_000 }),
        ),
      }),
      { minLength: 2, maxLength: 40 },
    ),
  })
  .map(({ spot: [lon, lat], places, rules, moves }) => {
    const narrow = Math.cos((lat * Math.PI) / 180);
    const at = (east: number, north: number): LonLat => {
      const longitude = lon + (east * metre) / narrow;
      return [longitude > 180 ? longitude - 360 : longitude, lat + north * metre];
    };
    const world: Place[] = places.map(({ east, north, size, isCircle, ...rest }, n) => {
      const corner = (x: number, y: number) => at(east + x * size, north + y * size);
      const square = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      const shape = isCircle
        ? circle(...at(east, north), size)
        : { kind: 'polygon' as const, rings: [square] };
      return depot({ ...rest, id: placeId(n), name: `Place ${n}`, shape });
    });
    let [x, y, time] = [0, 0, Date.parse('2026-11-27T10:00:00Z')];
    const track = moves.map(({ east, north, isJump, seconds }): PlaceFix => {
      [x, y, time] = [x * 0.7 + east, y * 0.7 + north, time + seconds * 1_000];
      const [longitude, latitude] = at(x, isJump ? y + 40_000 : y);
      return { at: time, longitude, latitude };
    });
    return {
      places: world,
      rules: rules.map(({ of, ...rule }, n): PlaceRule => ({
        ...rule,
        id: placeId(100 + n),
        places: typeof of === 'string' ? of : of.map(placeId),
      })),
      track,
    };
  });
type World = typeof anyWorld extends fc.Arbitrary<infer T> ? T : never;

/** By the definitions, from the whole track, place by place. */
function slowly({ places, rules, track }: World): FoundEvent[] {
  const fixes = believed(track);
  const sideOf = (place: Place, { longitude, latitude }: PlaceFix) => {
    if (contains(place, longitude, latitude)) return 'in';
    return distanceToEdgeM(place, longitude, latitude) > limits.stopRadiusMetres ? 'out' : 'edge';
  };
  const isOpen = ({ hours }: Place, { at }: PlaceFix) => {
    const { dayOfWeek, hour, minute } = zonedMoment(at, timeZone);
    const now = hour * 60 + minute;
    return (
      hours![dayOfWeek - 1]!.some(([from, to]) => from <= now && now < to) ||
      hours![(dayOfWeek + 5) % 7]!.some(([, to]) => now + 1_440 < to)
    );
  };
  const events: FoundEvent[] = [];
  for (const { id: ruleId, trigger, minutes, places: of, groups: needed, isOn } of rules) {
    if (!isOn || (needed.length > 0 && !isMember(device, needed))) continue;
    const about = places.filter(({ id, kind }) =>
      typeof of === 'string' ? kind === of : of.includes(id),
    );
    const found = (place: Place, after: number | null, by: number, name: string | null) =>
      events.push({
        trigger,
        ruleId,
        minutes,
        deviceId: device,
        placeId: place.id,
        kind: place.kind,
        place: name,
        after,
        by,
      });
    if (trigger === 'isOutside') {
      const known = about.filter(({ hours }) => hours);
      let held = false;
      for (const [i, fix] of fixes.entries()) {
        const sides = about.map((place) => sideOf(place, fix));
        const isClosed = known.length > 0 && !known.some((place) => isOpen(place, fix));
        const isOutside = sides.every((side) => side === 'out');
        const mayBe: boolean = !sides.includes('in') && held;
        const holds: boolean = isClosed && (isOutside || mayBe);
        if (i > 0 && holds && !held)
          found(about[0]!, null, fix.at, about.length > 1 ? null : about[0]!.name);
        held = holds;
      }
      continue;
    }
    for (const place of about) {
      if (place.groups.length > 0 && !isMember(device, place.groups)) continue;
      let visit: { by: number; last: number; hasStayed: boolean } | null = null;
      let lastOut: number | null = null;
      let held = false;
      for (const [i, fix] of fixes.entries()) {
        const side = sideOf(place, fix);
        if (side === 'in' && !visit) {
          visit = { by: fix.at, last: fix.at, hasStayed: false };
          if (i > 0 && trigger === 'enters') found(place, lastOut, fix.at, place.name);
        }
        if (side === 'out') {
          if (visit && trigger === 'leaves') found(place, visit.last, fix.at, place.name);
          visit = null;
          lastOut = fix.at;
        }
        if (visit && side === 'in') visit.last = fix.at;
        if (visit && trigger === 'stays' && fix.at - visit.by > minutes * 60_000) {
          if (!visit.hasStayed && side === 'in') {
            visit.hasStayed = true;
            found(place, null, fix.at, place.name);
          }
        }
        const holds: boolean =
          side === 'in' ? place.hours !== null && !isOpen(place, fix) : side === 'edge' && held;
        if (i > 0 && trigger === 'isInside' && holds && !held)
          found(place, null, fix.at, place.name);
        held = holds;
      }
    }
  }
  return events;
}

/** Without fixes that are too far, unless three in a row fit together. */
function believed(track: readonly PlaceFix[]): PlaceFix[] {
  const fits = (a: PlaceFix, b: PlaceFix) => {
    const metres = metresBetween(a.latitude, a.longitude, b.latitude, b.longitude);
    return metres <= 150 || (metres / (b.at - a.at)) * 3_600 <= limits.jumpKmh;
  };
  const kept: PlaceFix[] = [];
  let strange: PlaceFix[] = [];
  for (const fix of track) {
    const last = kept.at(-1);
    if (last && !fits(last, fix)) {
      strange = strange.length > 0 && fits(strange.at(-1)!, fix) ? [...strange, fix] : [fix];
      if (strange.length < 3) continue;
      kept.push(...strange);
    } else kept.push(fix);
    strange = [];
  }
  return kept;
}

/** `restartsAt`: before which fixes everything but what is stored is lost. */
function observed({ places, rules, track }: World, restartsAt: ReadonlySet<number> = new Set()) {
  const open = () =>
    new PlaceRuleEngine({ places, rules, limits, timeZone: () => timeZone, isMember });
  let engine = open();
  let known: DevicePresence = nowhere;
  let last: PlaceFix | null = null;
  const events: FoundEvent[] = [];
  for (const [i, fix] of track.entries()) {
    if (last && restartsAt.has(i) && known.doubted.length === 0) {
      engine = open();
      const stored: unknown = JSON.parse(JSON.stringify(storedPresence(known) ?? null));
      const read = readPresence(stored, (id) => places.find((place) => place.id === id));
      known = engine.learn(device, read, last);
    }
    if (!last) {
      known = engine.learn(device, known, fix);
      last = fix;
      continue;
    }
    const next = engine.observe(device, known, last, fix);
    events.push(...next.events);
    [known, last] = [next.presence, next.last];
  }
  return events;
}

const sorted = (events: readonly FoundEvent[]) =>
  events
    .map(({ trigger, ruleId, placeId: id, place, kind, after, by, deviceId, minutes }) =>
      JSON.stringify([by, ruleId, id, trigger, place, kind, after, deviceId, minutes]),
    )
    .toSorted();

test('what rules find is what the definitions say of the whole track', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      expect(sorted(observed(world))).toEqual(sorted(slowly(world)));
    }),
    { numRuns: 500 },
  );
});

test('a restart tells nothing again and loses nothing', () => {
  fc.assert(
    fc.property(anyWorld, fc.array(fc.integer({ min: 1, max: 40 })), (world, restarts) => {
      expect(observed(world, new Set(restarts))).toEqual(observed(world));
    }),
  );
});

test('a van that is parked at the edge came once, however its tracker wanders', () => {
  const places = [depot({ shape: circle(7.68, 45.07, 150) })];
  const rule: PlaceRule = {
    id: placeId(9),
    trigger: 'enters',
    minutes: 1,
    places: 'depot',
    groups: [],
    isOn: true,
  };
  const start = Date.parse('2026-11-27T10:00:00Z');
  const track = [400, 149, 152, 148, 240, 151, 149, 100].map((metres, n): PlaceFix => ({
    at: start + n * 60_000,
    longitude: 7.68,
    latitude: 45.07 + metres * metre,
  }));
  const events = observed({ places, rules: [rule], track });
  expect(events.map(({ after, by }) => [after, by])).toEqual([[start, start + 60_000]]);
});
