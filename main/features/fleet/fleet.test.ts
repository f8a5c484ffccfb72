import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { deviceOf } from '#shared/domain/records.test-support';
import type { Fix, LocationAnswer } from '#shared/domain/fix';
import { flagNotUnderstood, textAt, type FleetMessage } from '#shared/fleet/columns';
import { createFleet } from './fleet';

const device = (id: string) => ({
  record: deviceOf(id, { name: `Name of ${id}` }),
  raw: { id },
});

const fix = (latitude: number): Fix => ({
  at: 1_000,
  latitude,
  longitude: 4,
  speed: null,
  course: null,
  battery: null,
  fuel: null,
  fuel2: null,
  temperature: null,
  temperature2: null,
  sensorTimes: [],
  inactiveSeconds: null,
  rpm: null,
  mileageKm: null,
  warningTexts: [],
  alertTexts: [],
  alerts: [],
  warnings: [],
  hasCriticalAlert: null,
  attributes: {},
  accessories: [],
  inputs: [],
  outputs: [],
  extra: {},
});

const answer = (of: Fix | null): LocationAnswer => ({
  fix: of,
  raw: of && { latitude: of.latitude },
  isUnderstood: true,
});

function setup() {
  const posted: FleetMessage[] = [];
  const timers: (() => void)[] = [];
  let generation = 0;
  const fleet = createFleet({
    cache: openCache({ file: null, key: new Uint8Array(32) }),
    clock: {
      now: () => 5_000,
      after: (_ms, run) => {
        timers.push(run);
        return () => timers.splice(timers.indexOf(run), timers.includes(run) ? 1 : 0);
      },
    },
    accountId: 'a',
    nextGeneration: () => ++generation,
  });
  fleet.attachPort({
    postMessage: (message) => posted.push(structuredClone(message)),
    close: () => {},
  });
  return { fleet, posted, tick: () => timers.splice(0).forEach((run) => run()) };
}

test('posts an answer at once, and those that follow together, with the last of each device', () => {
  const { fleet, posted, tick } = setup();
  fleet.replaceDevices([device('a'), device('b')], 4_000);
  const latitudes = () =>
    posted.flatMap((message) => (message.type === 'fixes' ? [[...message.fixes.latitude]] : []));
  fleet.putFix('a', answer(fix(44)), 4_400);
  expect(latitudes()).toEqual([[44]]);
  fleet.putFix('a', answer(fix(45)), 4_500);
  fleet.putFix('b', answer(fix(46)), 4_500);
  fleet.putFix('a', answer(fix(47)), 4_600);
  tick();
  expect(latitudes()).toEqual([[44], [47, 46]]);
  expect(fleet.counts()).toEqual({
    devices: 2,
    positions: 2,
    notAskedYet: 0,
    notUnderstood: 0,
    oldestFixAt: 1_000,
  });
});

test('a further window gets the whole fleet alone, then both get each answer, until one is closed', () => {
  const { fleet, posted } = setup();
  fleet.replaceDevices([device('a')], 4_000);
  const before = posted.length;
  const further: FleetMessage[] = [];
  const port = {
    postMessage: (message: FleetMessage) => void further.push(structuredClone(message)),
    close: () => {},
  };
  fleet.attachPort(port);
  expect(further).toMatchObject([{ type: 'fleet', columns: { count: 1 } }]);
  expect(posted).toHaveLength(before);
  fleet.putFix('a', answer(fix(44)), 4_400);
  expect(further.at(-1)).toEqual(posted.at(-1));
  fleet.detachPort(port);
  fleet.replaceDevices([device('a'), device('b')], 5_000);
  expect(further).toHaveLength(2);
  expect(posted.at(-1)).toMatchObject({ type: 'fleet' });
});

test('posts what is pending when it closes, and nothing afterwards', () => {
  const { fleet, posted, tick } = setup();
  fleet.replaceDevices([device('a')], 4_000);
  fleet.putFix('a', answer(fix(44)), 4_400);
  fleet.putFix('a', answer(fix(45)), 4_500);
  fleet.close();
  const last = posted.at(-1);
  expect(last?.type === 'fixes' && [...last.fixes.latitude]).toEqual([45]);
  const before = posted.length;
  fleet.putFix('a', answer(fix(46)), 4_600);
  tick();
  expect(posted).toHaveLength(before);
});

test('keeps a known location when the service has none', () => {
  const { fleet, tick } = setup();
  fleet.replaceDevices([device('a')], 4_000);
  fleet.putFix('a', answer(fix(45)), 4_500);
  tick();
  fleet.putFix('a', answer(null), 4_900);
  tick();
  const details = fleet.details('a');
  expect(details.fix?.latitude).toBe(45);
  expect(details.checkedAt).toBe(4_900);
});

test('keeps a device that is no longer listed without polling it', () => {
  const { fleet, posted } = setup();
  fleet.replaceDevices([device('a'), device('b')], 4_000);
  fleet.replaceDevices([device('b')], 6_000);
  expect(fleet.ids()).toEqual(['b']);
  expect(fleet.counts().devices).toBe(1);
  const last = posted.findLast((m) => m.type === 'fleet')!;
  expect(last.columns.count).toBe(2);
  expect(fleet.details('a').device.unlistedAt).toBe(6_000);
});

test('posts the whole fleet to a new port and a new generation for each list', () => {
  const { fleet, posted } = setup();
  fleet.replaceDevices([device('a')], 4_000);
  const [first, second] = posted.filter((m) => m.type === 'fleet');
  expect(second!.generation).toBeGreaterThan(first!.generation);
  expect(textAt(second!.columns.name, 0)).toBe('Name of a');
});

test('posts no new generation for an unchanged list, except the first', () => {
  const { fleet, posted } = setup();
  const fleets = () => posted.filter((m) => m.type === 'fleet').map((m) => m.isListed);
  fleet.replaceDevices([], 3_000);
  expect(fleets()).toEqual([false, true]);
  fleet.replaceDevices([device('a')], 4_000);
  fleet.replaceDevices([device('a')], 5_000);
  expect(fleets()).toEqual([false, true, true]);
  expect(fleet.ids()).toEqual(['a']);
});

test('posts groups by slot without unknown devices', () => {
  const { fleet, posted } = setup();
  fleet.replaceDevices([device('a'), device('b')], 4_000);
  fleet.setGroups([
    {
      id: 'g',
      name: 'Depot',
      description: null,
      deviceIds: ['b', 'ghost', 'b'],
      createdAt: null,
      modifiedAt: null,
      extra: {},
    },
  ]);
  const groups = posted.findLast((m) => m.type === 'groups')!.groups;
  expect({ ...groups, ends: [...groups.ends], slots: [...groups.slots] }).toEqual({
    ids: ['g'],
    names: ['Depot'],
    ends: [1],
    slots: [1],
  });
  expect(fleet.details('b').groups).toEqual([{ id: 'g', name: 'Depot' }]);

  // A member that is listed later.
  posted.length = 0;
  fleet.replaceDevices([device('a'), device('b'), device('ghost')], 5_000);
  expect(posted.flatMap((m) => ('groups' in m ? [[...m.groups.slots]] : []))).toEqual([[1, 2]]);
});

test('posts a new record, which an older list does not overwrite', () => {
  const { fleet, posted, tick } = setup();
  fleet.replaceDevices([device('a'), device('b')], 5_000);
  posted.length = 0;
  const renamed = { ...device('b').record, name: 'Renamed' };
  fleet.putDevice({ record: renamed, raw: { id: 'b', name: 'Renamed' } });
  const shown = posted.at(-1);
  expect(shown?.type === 'fleet' && textAt(shown.columns.name, 1)).toBe('Renamed');
  expect(fleet.devices().map(({ name }) => name)).toEqual(['Name of a', 'Renamed']);

  // A change outside the columns is stored and not posted.
  tick();
  posted.length = 0;
  fleet.putDevice({ record: { ...renamed, extra: { active: true } }, raw: {} });
  expect(posted).toEqual([]);
  expect(fleet.details('b').device.extra).toEqual({ active: true });

  fleet.replaceDevices([device('a'), device('b')], 5_001, 4_999);
  expect(fleet.devices()[1]?.name).toBe('Renamed');
  fleet.replaceDevices([device('a'), device('b')], 5_002, 5_001);
  expect(fleet.devices()[1]?.name).toBe('Name of b');
});

test('counts the devices that move and that are silent, by the rules of the settings', () => {
  const { fleet } = setup();
  fleet.replaceDevices([device('a'), device('b'), device('c')], 4_000);
  const moving = fix(44);
  fleet.putFix('a', answer({ ...moving, speed: 5 }), 4_400);
  fleet.putFix('b', answer({ ...moving, speed: 0 }), 4_400);
  const rules = { movingAbove: 1, staleAfterMs: 1e9, silentAfterMs: 2e9 };
  expect(fleet.countStates(rules)).toEqual({ moving: 1, silent: 0 });
  expect(fleet.countStates({ ...rules, movingAbove: 9 })).toEqual({ moving: 0, silent: 0 });
  fleet.putFix('b', answer(null), 9_000);
  expect(fleet.countStates({ ...rules, silentAfterMs: 3_900 })).toEqual({ moving: 1, silent: 1 });
});

test('an answer that is not understood is counted and shown, and keeps what is known', () => {
  const { fleet, posted } = setup();
  fleet.replaceDevices([device('a'), device('b')], 4_000);
  fleet.putFix('a', answer(fix(45)), 4_500);
  fleet.putFix('a', { fix: null, raw: { lat: 1, lng: 2 }, isUnderstood: false }, 4_600);
  fleet.flush();
  expect(fleet.counts()).toMatchObject({ positions: 1, notUnderstood: 1, notAskedYet: 1 });
  expect(fleet.details('a')).toMatchObject({
    fix: { latitude: 45 },
    checkedAt: 4_600,
    otherAnswer: { is: 'notUnderstood' },
    rawOtherAnswer: '{"lat":1,"lng":2}',
  });
  const last = posted.findLast((m) => m.type === 'fixes')!;
  expect([...last.slots]).toEqual([0]);
  expect(last.fixes.flags[0]).toBe(flagNotUnderstood);
  // Once it is no longer listed it counts nowhere.
  fleet.replaceDevices([device('b')], 6_000);
  expect(fleet.counts()).toMatchObject({ devices: 1, positions: 0, notUnderstood: 0 });
});

test('answers between two posts are judged one after another', () => {
  const { fleet, posted } = setup();
  const at = (time: number, latitude: number) => answer({ ...fix(latitude), at: time });
  fleet.replaceDevices([device('a')], 4_000);
  fleet.putFix('a', at(3_000, 45), 4_500);
  fleet.putFix('a', at(2_000, 46), 4_600);
  fleet.flush();
  expect(fleet.details('a')).toMatchObject({
    fix: { latitude: 45 },
    checkedAt: 4_600,
    otherAnswer: { is: 'older', at: 2_000 },
  });
  expect(posted.findLast((m) => m.type === 'fixes')!.slots).toHaveLength(1);
});

test('reads only the records of the listed devices that expire in a range', () => {
  const { fleet } = setup();
  const expiring = (id: string, expiresAt: number | null) => {
    const { record, raw } = device(id);
    return { record: { ...record, expiresAt }, raw };
  };
  const all = [expiring('gone', 150), expiring('soon', 150), expiring('later', 900)];
  fleet.replaceDevices([...all, expiring('never', null)], 10);
  fleet.replaceDevices([...all.slice(1), expiring('never', null)], 20);
  const found = [...fleet.expiring({ from: 100, to: 200 })].flat();
  expect(found.map(({ id, expiresAt }) => [id, expiresAt])).toEqual([['soon', 150]]);
  expect([...fleet.expiring({ from: 200, to: 300 })]).toEqual([]);
});
