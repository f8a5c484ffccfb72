import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UrgentAlert } from '#shared/domain/alert';
import { deviceStates, type DeviceState, type StateRules } from '#shared/domain/device-state';
import {
  flagAheadAnswer,
  flagAlert,
  flagBehindAnswer,
  flagCritical,
  flagNoPosition,
  flagNotUnderstood,
  flagSos,
} from '#shared/fleet/columns';
import {
  TestFleet,
  acknowledgedUntil,
  fixesOf,
  fleetOf,
  groupsOf,
  labels,
  started,
  type SketchedDevice,
} from './synthetic.test-support';
import { fleetStates, sortColumns } from './table';
import { attentionKinds, silentSince, type SilentDays } from './states';
import { initialQuery, type FleetQuery, type FleetView } from './types';

const nobody = Object.fromEntries(
  [...attentionKinds, ...silentSince].map((kind) => [kind, 0]),
) as FleetView['attention'];
const countsOf = (counts: Partial<Record<DeviceState, number>>) => ({
  ...Object.fromEntries(deviceStates.map((state) => [state, 0])),
  ...counts,
});

const three = fleetOf(
  [
    { name: 'A', at: [1, 1], fixAt: 0, speed: 5 },
    { name: 'B', at: [2, 2], fixAt: 0, speed: 0 },
    { name: 'C' },
  ],
  { groups: { Trucks: [0, 2], Vans: [0] } },
);

describe('FleetModel', () => {
  it('counts a critical report no more once it is acknowledged, until the next one', () => {
    const critical = flagCritical | flagAlert;
    const sos = { name: 'A', at: [1, 1] as [number, number], fixAt: 50, flags: critical };
    const model = started(fleetOf([sos, { ...sos, name: 'B' }]), {}, { now: 100 });
    const now = () => ({
      critical: model.takeView()?.attention.critical,
      rows: model.rows(0, 2).rows.map(({ isCritical, hasAlert }) => [isCritical, hasAlert]),
    });
    expect(now()).toEqual({
      critical: 2,
      rows: [
        [true, true],
        [true, true],
      ],
    });
    model.setAlerts(acknowledgedUntil(['id-0', 60]));
    expect(now()).toEqual({
      critical: 1,
      rows: [
        [false, true],
        [true, true],
      ],
    });
    model.setQuery({ ...initialQuery, states: ['critical'] });
    expect(labels(model)).toEqual(['B']);
    model.setQuery(initialQuery);
    // A report of the time that is known, a later one, and its acknowledgement.
    model.post(fixesOf({ 0: { ...sos, fixAt: 60 } }));
    expect(now().rows[0]).toEqual([false, true]);
    model.post(fixesOf({ 0: { ...sos, fixAt: 61 } }));
    expect(now()).toMatchObject({
      critical: 2,
      rows: [
        [true, true],
        [true, true],
      ],
    });
    model.setAlerts(acknowledgedUntil(['id-0', 70]));
    expect(now()).toMatchObject({ critical: 1 });
    // Another list of devices, and a withdrawn acknowledgement.
    model.post(fleetOf([sos, { ...sos, name: 'B' }], { generation: 2 }));
    expect(now()).toMatchObject({ critical: 1 });
    model.setAlerts(acknowledgedUntil());
    expect(now()).toMatchObject({
      critical: 2,
      rows: [
        [true, true],
        [true, true],
      ],
    });
  });

  it('takes an acknowledgement for no answer of a clock that is behind, and the other way round', () => {
    const critical = { name: 'A', at: [1, 1] as [number, number], fixAt: 50 };
    const behind = { ...critical, name: 'B', flags: flagBehindAnswer };
    const fleet = fleetOf([{ ...critical, flags: flagCritical }, behind]);
    const model = started(fleet, {}, { now: 100 });
    const states = () => model.rows(0, 2).rows.map(({ state, isCritical }) => [state, isCritical]);
    const acknowledged = acknowledgedUntil(['id-0', 60], ['id-1', 60]);
    const before = states();
    model.setAlerts(acknowledged);
    model.setAlerts(acknowledgedUntil());
    expect(states()).toEqual(before);
    model.setAlerts(acknowledged);
    model.post(fixesOf({ 0: { ...critical, flags: flagCritical } }));
    expect(states()).toEqual([
      [before[0]![0], false],
      ['clockBehind', false],
    ]);
  });

  it('returns the whole fleet in one view', () => {
    const model = started(three);
    model.select('id-1');
    expect(model.takeView()).toEqual({
      version: 1,
      total: 3,
      checked: 2,
      matched: 3,
      rows: 3,
      hasNewOrder: false,
      matchedListed: 3,
      counts: countsOf({ moving: 1, stopped: 1, neverAsked: 1 }),
      attention: nobody,
      sos: [],
      withoutPosition: 1,
      near: null,
      placesVersion: 0,
      filterPlace: null,
      isListed: true,
      areTownsLoading: true,
      usualCountry: null,
      groups: [
        { id: 'g-Trucks', name: 'Trucks', count: 2 },
        { id: 'g-Vans', name: 'Vans', count: 1 },
      ],
      selected: { id: 'id-1', index: 1 },
    });
    expect(model.takeView()).toBeNull();
  });

  it('filters by state and group, and reports that the selected device is filtered out', () => {
    const model = started(three);
    model.select('id-1');
    model.setQuery({ ...initialQuery, states: ['moving', 'neverAsked'] });
    expect(labels(model)).toEqual(['A', 'C']);
    expect(model.takeView()?.selected).toEqual({ id: 'id-1', index: -1 });
    model.setQuery({ ...initialQuery, group: 'g-Trucks' });
    expect(labels(model)).toEqual(['A', 'C']);
    model.setQuery({ ...initialQuery, group: 'none' });
    expect(labels(model)).toEqual(['B']);
  });

  it('finds devices by the notes on them, also in the next list', () => {
    const model = started(three, { search: 'Türe klemmt' });
    expect(labels(model)).toEqual([]);
    model.setNotes([
      ['id-1', 'Linke Türe\nklemmt'],
      ['gone', 'Türe klemmt'],
    ]);
    const note = { field: 'note', text: 'Linke Türe\nklemmt' };
    expect(model.rows(0, 9).rows).toMatchObject([{ label: 'B', matched: note }]);
    model.post({ ...three, generation: 2 });
    expect(labels(model)).toEqual(['B']);
    model.setNotes([]);
    expect(labels(model)).toEqual([]);
  });

  it('counts a device that answered without a report as silent', () => {
    const fleet = fleetOf([{ name: 'Silent', checkedAt: 10 }, { name: 'Not asked' }]);
    expect(labels(started(fleet, { states: ['silent'] }, { now: 10 }))).toEqual(['Silent']);
  });

  it('changes the version only when rows on screen change', () => {
    const name = (slot: number) => String(slot).padStart(3, '0');
    const model = started(
      fleetOf(Array.from({ length: 100 }, (_, slot) => ({ name: name(slot) }))),
    );
    model.takeView();
    model.post(fixesOf({ 99: { at: [3, 3], fixAt: 1, speed: 0 } }));
    expect(model.takeView()).toMatchObject({
      version: 1,
      withoutPosition: 99,
      counts: { stopped: 1, neverAsked: 99 },
    });
    model.post(fixesOf({ 99: { at: [3.1, 3], fixAt: 2, speed: 0 } }));
    expect(model.takeView()).toBeNull();
    model.post(fixesOf({ 0: { at: [1, 2], fixAt: 2, speed: 9 } }));
    expect(model.takeView()).toMatchObject({ version: 2 });
  });

  it('reports when the selected device itself changed', () => {
    const model = started(three);
    model.select('id-0');
    expect(model.takeSelected()).toBeNull();
    model.post(fixesOf({ 1: { at: [1, 2] } }));
    expect(model.takeSelected()).toBeNull();
    model.post(fixesOf({ 0: { at: [1, 2] } }));
    expect(model.takeSelected()).toBe('id-0');
  });

  it('keeps the selection by id when the list changes, and ignores outdated messages', () => {
    const model = started(three);
    model.select('id-1');
    const next = [
      { id: 'new', name: 'AA' },
      { id: 'id-1', name: 'B' },
    ];
    model.post(fleetOf(next, { generation: 2 }));
    model.post(fixesOf({ 0: { at: [1, 2] } }, 1));
    expect(model.takeView()).toMatchObject({
      total: 2,
      withoutPosition: 2,
      selected: { id: 'id-1', index: 1 },
    });
  });

  it('applies other groups', () => {
    const model = started(three, { group: 'g-Trucks' });
    model.post({ type: 'groups', generation: 1, groups: groupsOf({ Trucks: [1] }) });
    expect(labels(model)).toEqual(['B']);
    expect(model.takeView()!.groups).toEqual([{ id: 'g-Trucks', name: 'Trucks', count: 1 }]);
  });

  it('takes the kind of a vehicle from its tags unless the user chose one, never from its name', () => {
    const model = started(
      fleetOf([
        { name: 'A', tags: 'team: van\u001fType: Lorry' },
        { name: 'B', tags: 'type: Van' },
        { name: 'Boat' },
      ]),
    );
    const kinds = () => model.rows(0, 9).rows.map(({ kind }) => kind);
    const shown = () => model.rows(0, 9).rows.map(({ label }) => label);
    expect(kinds()).toEqual(['truck', 'van', null]);
    model.setKinds([['id-1', 'trailer']]);
    expect(kinds()).toEqual(['truck', 'trailer', null]);
    model.setKinds([]);
    expect(kinds()).toEqual(['truck', 'van', null]);

    // Filters and the order follow what the user chooses, and the devices without a kind come last.
    model.setQuery({ ...initialQuery, sort: { column: 'kind', descending: false } });
    expect(shown()).toEqual(['B', 'A', 'Boat']);
    model.setKinds([['id-1', 'trailer']]);
    expect(shown()).toEqual(['A', 'B', 'Boat']);
    model.setQuery({ ...initialQuery, kinds: ['van', 'none'] });
    expect(shown()).toEqual(['Boat']);
    model.setKinds([]);
    expect(shown()).toEqual(['B', 'Boat']);
    expect(model.kindCounts()).toEqual([
      { kind: null, count: 1 },
      { kind: 'van', count: 1 },
      { kind: 'truck', count: 1 },
    ]);
  });

  it('finds devices by name for a palette, whatever the query', async () => {
    const model = started(three, { states: ['silent'] });
    expect((await model.find('', 2)).map(({ label }) => label)).toEqual(['A', 'B']);
    expect((await model.find('id-2', 5)).map(({ label }) => label)).toEqual(['C']);
  });
});

describe('a search', () => {
  const vans = fleetOf([
    { name: 'Caravan', fixAt: 9 },
    { name: 'Lorry', tags: 'plate: VAN 1\u001fdriver: José', fixAt: 8 },
    { name: 'Old van', fixAt: 7 },
    { name: 'Van 12', fixAt: 6 },
    { name: 'Van 1', fixAt: 5 },
  ]);
  const ranked = ['Van 1', 'Van 12', 'Old van', 'Caravan', 'Lorry'];

  it('orders the rows by how well they fit, then by name, and says what else matched', async () => {
    const model = started(vans);
    model.setQuery({ ...initialQuery, search: 'van' });
    expect(labels(model)).toEqual(ranked);
    expect((await model.find('van', 3)).map(({ label }) => label)).toEqual(ranked.slice(0, 3));
    expect(model.rows(0, 9).rows.map(({ matched }) => matched)).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      { field: 'tags', text: 'plate: VAN 1' },
    ]);
    model.setQuery({ ...initialQuery, search: 'van 1' });
    expect(labels(model)).toEqual(['Van 1', 'Van 12', 'Lorry']);
    // By need of attention as well: who searches wants what fits.
    const sort = { column: 'state', descending: false } as const;
    model.setQuery({ ...initialQuery, search: 'van', sort });
    expect(labels(model)).toEqual(ranked);
  });

  it('keeps the order of another column, and knows the best match in it', () => {
    const model = started(vans);
    const sort = { column: 'fixAt', descending: true } as const;
    model.setQuery({ ...initialQuery, search: 'van', sort });
    expect(labels(model)[0]).not.toBe('Van 1');
    expect(model.best()).toBe('id-4');
    model.setQuery({ ...initialQuery, search: 'nothing', sort });
    expect(model.best()).toBeNull();
    model.setQuery({ ...initialQuery, sort });
    expect(model.best()).toBe(model.rows(0, 1).rows[0]!.id);
  });

  it('ranks again when the same devices match', () => {
    const model = started(fleetOf([{ name: 'b a' }, { name: 'a b' }]));
    model.setQuery({ ...initialQuery, search: 'b' });
    expect(labels(model)).toEqual(['b a', 'a b']);
    model.setQuery({ ...initialQuery, search: 'a' });
    expect(labels(model)).toEqual(['a b', 'b a']);
  });
});

describe('devices that the service no longer lists', () => {
  const fleet = fleetOf(
    [
      { name: 'Here', at: [1, 1], fixAt: 0 },
      { name: 'Gone', at: [2, 2], fixAt: 0, unlistedAt: 5 },
      { name: 'Gone too', unlistedAt: 5 },
    ],
    { groups: { Trucks: [0, 1] } },
  );

  it('are not counted', () => {
    expect(started(fleet).takeView()).toMatchObject({
      total: 1,
      matched: 3,
      matchedListed: 1,
      counts: countsOf({ unknownMotion: 1, unlisted: 2 }),
      withoutPosition: 0,
      groups: [{ count: 1 }],
    });
  });

  it('are in the table, and drawn if their state is chosen', () => {
    const model = started(fleet, { search: 'gone' });
    expect(labels(model)).toEqual(['Gone', 'Gone too']);
    expect(model.takeView()).toMatchObject({ matchedListed: 0 });
    const asked = started(fleet, { states: ['unlisted'] });
    expect(labels(asked)).toEqual(['Gone', 'Gone too']);
    expect(asked.takeView()).toMatchObject({ total: 1, matched: 2, matchedListed: 2 });
  });
});

describe('sorting by speed', () => {
  it('orders present speeds only, because no others are shown', () => {
    const at: [number, number] = [1, 1];
    const fleet = fleetOf([
      { name: 'Old', at, fixAt: 0, checkedAt: 2000, speed: 90 },
      { name: 'Slow', at, fixAt: 2000, speed: 2 },
      { name: 'Fast', at, fixAt: 2000, speed: 50 },
    ]);
    const sort = { column: 'speed', descending: true } as const;
    expect(labels(started(fleet, { sort }, { now: 2000 }))).toEqual(['Fast', 'Slow', 'Old']);
  });
});

describe('a model that received its messages one by one', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(Number.NaN));
  /** Far more than the second within which states may be late. */
  const minute = 60_000;
  const time = number.map((minutes) => minutes * minute);
  const own = { movingAbove: 1, staleAfterMs: 100 * minute, silentAfterMs: 1_000 * minute };
  const device: fc.Arbitrary<SketchedDevice> = fc.record({
    name: fc.constantFrom('', 'Van 2', 'van 10', 'Ñu'),
    description: fc.constantFrom('', 'spare', 'Spare 2'),
    phone: fc.constantFrom('', '+598 99'),
    tags: fc.constantFrom('', 'plate: 1'),
    at: fc.constantFrom<[number, number]>([1, 1], [0, 9], [Number.NaN, Number.NaN]),
    fixAt: time,
    checkedAt: time,
    flags: fc.constantFrom(
      0,
      flagNoPosition,
      flagNotUnderstood,
      flagAheadAnswer,
      flagAlert,
      flagAlert | flagCritical,
      flagAlert | flagSos,
    ),
    speed: number,
    battery: number,
    expiresAt: time,
    unlistedAt: fc.constantFrom(Number.NaN, Number.NaN, 5),
  });
  const filters = fc.record({
    search: fc.constantFrom('', 'van', 'n', '2', 'near mill', 'door'),
    states: fc.subarray([...fleetStates]),
    group: fc.constantFrom(null, 'none', 'g-even'),
  });
  /** Everything that a column or a filter may depend on. */
  const step = fc.oneof(
    fc.record({ slot: fc.nat(7), fix: device }),
    fc.record({ filters }),
    fc.record({ descending: fc.boolean() }),
    fc.record({ passes: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ groups: fc.dictionary(fc.constantFrom('even', 'odd', 'A'), fc.array(fc.nat(7))) }),
    fc.record({
      alerts: fc.record({
        acknowledgedUntil: fc.array(fc.tuple(fc.constantFrom('id-1', 'id-2'), time)),
        urgent: fc.array(
          fc.constantFrom<UrgentAlert>(
            { deviceId: 'id-2', at: 7, severity: 'sos' },
            { deviceId: 'id-3', at: 7, severity: 'critical' },
          ),
        ),
      }),
    }),
    fc.record({ snoozed: fc.array(fc.tuple(fc.constantFrom('id-1', 'id-4'), time)) }),
    fc.record({ today: fc.integer({ min: 0, max: 400 }) }),
    fc.record({ notes: fc.array(fc.tuple(fc.constantFrom('id-1', 'id-2'), fc.constant('Door'))) }),
    fc.record({
      rules: fc.constantFrom(own, { ...own, movingAbove: 90, staleAfterMs: 20 * minute }),
    }),
    fc.constant('towns' as const),
  );

  /** All that the model was told. */
  interface Told {
    devices: SketchedDevice[];
    groups: Record<string, number[]>;
    query: FleetQuery;
    rules: StateRules;
    alerts: Parameters<TestFleet['setAlerts']>[0];
    snoozed: [string, number][];
    days: SilentDays | null;
    notes: [string, string][];
    hasTowns: boolean;
    now: number;
  }

  async function tell(
    model: TestFleet,
    told: Told,
    each: typeof step extends fc.Arbitrary<infer S> ? S : never,
  ) {
    if (each === 'towns') {
      told.hasTowns = true;
      await model.loadTowns();
    } else if ('fix' in each) {
      const { name, description, phone, tags, expiresAt, unlistedAt } = told.devices[each.slot]!;
      const record = { name, description, phone, tags, expiresAt, unlistedAt };
      told.devices[each.slot] = { ...each.fix, ...record };
      model.post(fixesOf({ [each.slot]: each.fix }));
    } else if ('filters' in each) {
      told.query = { ...told.query, ...each.filters };
      model.setQuery(told.query);
    } else if ('descending' in each) {
      const { column } = told.query.sort;
      told.query = { ...told.query, sort: { column, descending: each.descending } };
      model.setQuery(told.query);
    } else if ('groups' in each) {
      told.groups = each.groups;
      model.post({ type: 'groups', generation: 1, groups: groupsOf(each.groups) });
    } else if ('alerts' in each) {
      told.alerts = each.alerts;
      model.setAlerts(told.alerts);
    } else if ('snoozed' in each) {
      told.snoozed = each.snoozed;
      model.setSnoozed(told.snoozed);
    } else if ('today' in each) {
      const today = each.today * minute;
      told.days = { today, yesterday: today - 20 * minute, week: today - 100 * minute };
      model.setDays(told.days);
    } else if ('notes' in each) {
      told.notes = each.notes;
      model.setNotes(told.notes);
    } else if ('rules' in each) {
      told.rules = each.rules;
      model.setRules(each.rules);
    } else {
      told.now += each.passes * minute;
      model.pass(each.passes * minute);
    }
  }

  /** A model that is told everything at once. */
  async function toldAtOnce(told: Told): Promise<TestFleet> {
    const model = new TestFleet(told.query, { rules: told.rules, now: told.now });
    model.setNotes(told.notes);
    model.setAlerts(told.alerts);
    model.setSnoozed(told.snoozed);
    if (told.days) model.setDays(told.days);
    model.post(fleetOf(told.devices, { groups: told.groups }));
    if (told.hasTowns) await model.loadTowns();
    return model;
  }

  it.each(sortColumns)(
    'answers like one that received everything together, sorted by %s',
    async (column) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(device, { minLength: 8, maxLength: 8 }),
          fc.array(step, { maxLength: 12 }),
          fc.boolean(),
          async (devices, steps, descending) => {
            const told: Told = {
              devices: devices.map((each) => ({ ...each })),
              groups: { even: [0, 2, 4, 6] },
              query: { ...initialQuery, sort: { column, descending } },
              rules: own,
              alerts: acknowledgedUntil(),
              snoozed: [],
              days: null,
              notes: [],
              hasTowns: false,
              now: 0,
            };
            const model = await toldAtOnce(told);
            for (const each of steps) {
              // Ordered before each step, so that the step has to change the order.
              model.rows(0, 3);
              await tell(model, told, each);
            }
            const fresh = await toldAtOnce(told);
            expect(model.rows(0, 99).rows).toEqual(fresh.rows(0, 99).rows);
            const { version: _, ...view } = model.takeView()!;
            expect(fresh.takeView()).toMatchObject(view);
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});

describe('the order of the table while it is in use', () => {
  const fixAt = (...times: number[]) =>
    fleetOf(times.map((at, i) => ({ name: 'ABCD'[i]!, at: [1, 1], fixAt: at, speed: 5 })));
  const newest = { sort: { column: 'fixAt', descending: true } } as const;

  it('stays, with the values of newer reports, until the use ends or the new order is asked for', () => {
    const model = started(fixAt(30, 20, 10), newest);
    model.holdOrder(true);
    expect(labels(model)).toEqual(['A', 'B', 'C']);
    model.post(fixesOf({ 2: { at: [1, 1], fixAt: 40, speed: 7 } }));
    expect(labels(model)).toEqual(['A', 'B', 'C']);
    expect(model.rows(2, 3).rows[0]).toMatchObject({ label: 'C', fixAt: 40, speed: 7 });
    expect(model.takeView()).toMatchObject({ hasNewOrder: true, rows: 3 });
    model.holdOrder(true);
    expect(labels(model)).toEqual(['C', 'A', 'B']);
    expect(model.takeView()).toMatchObject({ hasNewOrder: false });
    model.post(fixesOf({ 1: { at: [1, 1], fixAt: 50 } }));
    expect(labels(model)).toEqual(['C', 'A', 'B']);
    model.holdOrder(false);
    expect(labels(model)).toEqual(['B', 'C', 'A']);
  });

  it('ends with another query', () => {
    const model = started(fixAt(30, 20, 10), newest);
    model.holdOrder(true);
    expect(labels(model)).toEqual(['A', 'B', 'C']);
    model.setQuery({ ...initialQuery, sort: { column: 'name', descending: true } });
    expect(labels(model)).toEqual(['C', 'B', 'A']);
  });

  it('keeps the rows of devices that no longer match, and adds those that do at the end', () => {
    const model = started(fixAt(30, 20, 10), { states: ['moving'] });
    model.post(fixesOf({ 0: { at: [1, 1], fixAt: 0, speed: 0 } }));
    model.holdOrder(true);
    expect(labels(model)).toEqual(['B', 'C']);
    const now: Record<number, SketchedDevice> = {
      0: { at: [1, 1], fixAt: 0, speed: 9 },
      1: { at: [1, 1], fixAt: 0, speed: 0 },
    };
    model.post(fixesOf(now));
    expect(labels(model)).toEqual(['B', 'C', 'A']);
    // Counts are of the devices that match.
    expect(model.takeView()).toMatchObject({ matched: 2, rows: 3, hasNewOrder: true });
  });

  it('stays when the service sends the list again, and is not that of another account', () => {
    const model = started(fixAt(30, 20, 10), newest);
    model.holdOrder(true);
    expect(labels(model)).toEqual(['A', 'B', 'C']);
    model.post({ ...fixAt(10, 20, 30, 40), generation: 2 });
    expect(labels(model)).toEqual(['A', 'B', 'C', 'D']);
    model.post({ ...fixAt(10, 20, 30), generation: 3, account: 'b' });
    expect(labels(model)).toEqual(['C', 'B', 'A']);
  });
});
