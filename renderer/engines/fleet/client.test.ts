import { describe, expect, it } from 'vitest';
import { flagSos, type FleetMessage } from '#shared/fleet/columns';
import { type WorkerScope, emitter, serveMethods } from '#lib/rpc';
import { createFleetClient } from './client';
import { FleetModel } from './fleet-model';
import { fixesOf, fleetOf } from './synthetic.test-support';
import {
  initialQuery,
  type FleetEvents,
  type FleetExtent,
  type FleetView,
  type VisibleSet,
} from './types';

/** A client and the host of its worker, with a clock controlled by the test. */
function connected() {
  let now = 0;
  let timers: { at: number; callback: () => void }[] = [];
  const townLoads: number[] = [];
  const nameLoads: number[] = [];
  const startWorker = () => {
    const scope: WorkerScope = {
      postMessage: (data) => worker.onmessage?.({ data: structuredClone(data) } as MessageEvent),
      onmessage: null,
    };
    const worker = {
      postMessage: (data: unknown) => scope.onmessage?.({ data } as MessageEvent),
      terminate: () => {},
      onmessage: null as ((event: MessageEvent) => void) | null,
      onerror: null,
      onmessageerror: null,
    };
    const clock = {
      now: () => now,
      elapsed: () => now,
      after: (ms: number, callback: () => void) => {
        const timer = { at: now + ms, callback };
        timers.push(timer);
        return () => (timers = timers.filter((each) => each !== timer));
      },
    };
    const model = new FleetModel(emitter(scope), clock, {
      gazetteer: () => {
        townLoads.push(now);
        return Promise.resolve(null);
      },
      otherNames: () => {
        nameLoads.push(now);
        return Promise.resolve('');
      },
    });
    serveMethods(scope, model);
    return worker;
  };
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      timers = timers.filter((each) => each !== next);
      now = Math.max(now, next.at);
      next.callback();
    }
    now = end;
  };
  const client = createFleetClient(startWorker);
  const port = { onmessage: null, close: () => {} } as unknown as MessagePort;
  void client.attach(port);
  const post = (data: FleetMessage) => {
    port.onmessage?.({ data } as MessageEvent<FleetMessage>);
  };
  return { client, pass, post, townLoads, nameLoads };
}

const devices = [
  { name: 'A', at: [10, 10] as [number, number], fixAt: 0, speed: 20 },
  { name: 'B', at: [10, 10] as [number, number], fixAt: 0, speed: 0 },
];
const viewport = { west: 0, north: 0, east: 1, south: 1, zoom: 3 };

describe('the fleet worker and its client', () => {
  it('sorts again by the rules of another language', async () => {
    const { client, pass, post } = connected();
    const fleet = ['Oz', 'Ñu', 'Nz'].map((name) => ({ ...devices[0]!, name }));
    post(fleetOf(fleet, { groups: { Ñandú: [0], Nz: [1] } }));
    let groups: FleetView['groups'] = [];
    client.subscribe(({ view }) => (groups = view.groups ?? groups));
    pass(50);
    const names = async () => (await client.rows(0, 10)).rows.map(({ label }) => label);
    expect(await names()).toEqual(['Ñu', 'Nz', 'Oz']);
    try {
      void client.setLocale('es-MX');
      pass(50);
      expect(await names()).toEqual(['Nz', 'Ñu', 'Oz']);
      expect(groups.map(({ name }) => name)).toEqual(['Nz', 'Ñandú']);
    } finally {
      void client.setLocale('en');
    }
  });

  it('judges ages by the clock of the service, also when it turns out to be behind', async () => {
    const { client, pass, post } = connected();
    post(fleetOf(devices));
    void client.setQuery({ ...initialQuery, states: ['unchecked'] });
    pass(50);
    expect(await client.ids()).toEqual([]);
    void client.setServiceOffset(3 * 3_600_000);
    pass(50);
    expect(await client.ids()).toHaveLength(2);
    void client.setServiceOffset(-2_700_000);
    pass(50);
    expect(await client.ids()).toEqual([]);
  });

  it('sends groups and calls for help only when they change', () => {
    const { client, pass, post } = connected();
    const views: FleetEvents['view']['view'][] = [];
    client.subscribe(({ view }) => views.push(view));
    post(fleetOf([{ ...devices[0]!, flags: flagSos }, devices[1]!]));
    pass(500);
    post(fixesOf({ 1: { ...devices[1]!, fixAt: 400 } }));
    pass(500);
    void client.setAlerts({ acknowledgedUntil: [['id-0', 1_000]], urgent: [] });
    pass(500);
    expect(views.length).toBeGreaterThan(2);
    const calls = views.flatMap(({ sos }) => (sos ? [sos.map(({ label }) => label)] : []));
    expect(calls).toEqual([['A'], []]);
    expect(views.flatMap(({ groups }) => (groups ? [groups] : []))).toHaveLength(1);
  });

  it('loads the towns after the first table', () => {
    const { client, pass, post, townLoads } = connected();
    const posted: string[] = [];
    client.subscribe(({ view: { total } }) =>
      posted.push(`table ${total}, towns ${townLoads.length}`),
    );
    pass(100);
    expect(townLoads).toEqual([]);
    post(fleetOf(devices));
    pass(500);
    expect(posted).toEqual(['table 2, towns 0']);
    expect(townLoads).toEqual([100]);
  });

  it('loads the other names of towns once, for the first search for a town', async () => {
    const { client, pass, post, nameLoads } = connected();
    post(fleetOf(devices));
    void client.setQuery({ ...initialQuery, search: 'nearby' });
    await client.find('nearby', 5);
    pass(10_000);
    expect(nameLoads).toEqual([]);
    await client.find('near Torino', 5);
    void client.setQuery({ ...initialQuery, search: 'near Torino' });
    expect(nameLoads).toEqual([10_000]);
  });

  it('posts the map of a new fleet before its table', () => {
    const { client, pass, post } = connected();
    const posted: string[] = [];
    client.onFleet(({ total }) => posted.push(`fleet ${total}`));
    client.onVisible(({ drawn }) => posted.push(`map ${drawn}`));
    client.subscribe(({ view: { total } }) => posted.push(`table ${total}`));
    void client.setViewport(viewport);
    post(fleetOf(devices));
    pass(1);
    expect(posted).toEqual(['fleet 2', 'map 2', 'table 2']);
  });

  it('coalesces changes within a frame into one view', () => {
    const { client, pass, post } = connected();
    const views: FleetEvents['view']['view'][] = [];
    client.subscribe(({ view }) => views.push(view));
    post(fleetOf(devices));
    pass(1);
    expect(views).toHaveLength(1);
    post(fixesOf({ 0: { at: [10, 11], fixAt: 1, speed: 0 } }));
    post(fixesOf({ 1: { at: [10, 12], fixAt: 1, speed: 30 } }));
    post(fixesOf({ 0: { at: [10, 12], fixAt: 1, speed: 0 } }));
    pass(20);
    expect(views).toHaveLength(2);
    post(fixesOf({ 0: { at: [10, 12], fixAt: 1, speed: 30 } }));
    pass(250);
    expect(views).toHaveLength(3);
    expect(views[2]!.counts.moving).toBe(2);
  });

  it('moves devices on the map in the next frame, and the table four times a second', () => {
    const { client, pass, post } = connected();
    const sets: VisibleSet[] = [];
    const views: FleetEvents['view']['view'][] = [];
    client.onVisible((set) => sets.push(set));
    client.subscribe(({ view }) => views.push(view));
    void client.setViewport(viewport);
    post(fleetOf([{ name: 'A', at: [10, 10], fixAt: 0, speed: 20 }]));
    pass(1);
    sets.length = 0;
    views.length = 0;
    for (let step = 1; step <= 20; step++) {
      post(fixesOf({ 0: { at: [10 + step, 10], fixAt: step, speed: 20 + step } }));
      pass(50);
    }
    expect(sets).toHaveLength(20);
    expect(views.length).toBeLessThanOrEqual(5);
    // What the user asks for does not wait, and the last change arrives.
    void client.setQuery({ ...initialQuery, search: 'a' });
    pass(1);
    const asked = views.length;
    post(fixesOf({ 0: { at: [50, 10], fixAt: 30, speed: 0 } }));
    pass(250);
    expect(views.length).toBeGreaterThan(asked);
    expect(views.at(-1)!.counts.stopped).toBe(1);
  });

  it('sends the map what is in view, and again only when that changes', async () => {
    const { client, pass, post } = connected();
    const sets: VisibleSet[] = [];
    client.onVisible((set) => sets.push(set));
    void client.setViewport(viewport);
    post(fleetOf(devices));
    pass(1);
    expect(sets).toHaveLength(1);
    expect(sets[0]!.clusters.count).toEqual(Uint32Array.of(2));
    void client.setViewport(viewport);
    pass(20);
    expect(sets).toHaveLength(1);
    void client.select('id-0');
    pass(20);
    expect(sets[1]!.selected).toMatchObject({ id: 'id-0', label: 'A', state: 'moving' });
    expect(sets[1]!.drawn).toBe(1);
    const members = await client.members(
      1,
      { cell: { level: 0, cellX: 0, cellY: 0 }, slots: [] },
      9,
      20,
    );
    expect(members?.first.map((device) => device.label)).toEqual(['B']);
    expect(
      await client.members(7, { cell: { level: 0, cellX: 0, cellY: 0 }, slots: [] }, 9, 20),
    ).toBeNull();
  });

  it('reports a fleet once, and again while its first positions arrive', () => {
    const { client, pass, post } = connected();
    const reported: FleetExtent[] = [];
    client.onFleet((extent) => reported.push(extent));
    post(fleetOf([{}, {}, {}]));
    pass(1);
    for (const slot of [0, 1, 2]) {
      post(fixesOf({ [slot]: { at: [1, slot] } }));
      pass(20);
    }
    expect(reported.map(({ positions }) => positions)).toEqual([0, 1, 2]);
  });

  it('keeps the selected device on the map although the query leaves it out', () => {
    const { client, pass, post } = connected();
    const sets: VisibleSet[] = [];
    client.onVisible((set) => sets.push(set));
    void client.setViewport(viewport);
    void client.select('id-0');
    void client.setQuery({ ...initialQuery, search: 'nothing has this' });
    post(fleetOf(devices));
    pass(1);
    expect(sets.at(-1)).toMatchObject({ drawn: 0, selected: { id: 'id-0' } });
  });

  it('reads rows by range and the box around matching devices', async () => {
    const { client, pass, post } = connected();
    post(fleetOf(devices));
    pass(1);
    const { rows } = await client.rows(1, 2);
    expect(rows.map((row) => row.label)).toEqual(['B']);
    const onScreen = await client.watch(0, 1);
    expect(onScreen.rows.map((row) => row.label)).toEqual(['A', 'B']);
    const box = (await client.extent())!;
    expect(box.west).toBeCloseTo(190 / 360);
    expect(await client.locate('id-9')).toBeNull();
  });

  it('answers a search in the table before the map', () => {
    const { client, pass, post } = connected();
    const reported: string[] = [];
    void client.setViewport(viewport);
    void client.watch(0, 10);
    post(fleetOf(devices));
    pass(1);
    client.onVisible(({ drawn }) => reported.push(`map ${drawn}`));
    client.subscribe(({ view: { matched }, rows: { rows } }) =>
      reported.push(`view ${matched}, rows ${rows.map(({ label }) => label).join()}`),
    );
    reported.length = 0;
    void client.setQuery({ ...initialQuery, search: 'a' });
    pass(50);
    expect(reported).toEqual(['view 1, rows A', 'map 1']);
  });

  it('names devices by id and reports which are visible', async () => {
    const { client, pass, post } = connected();
    void client.setViewport(viewport);
    void client.watch(0, 1);
    post(fleetOf(devices));
    pass(1);
    expect(await client.labels(['id-1', 'id-9', 'id-0'])).toEqual(['B', null, 'A']);
    expect(await client.inView(9)).toEqual(['id-0', 'id-1']);
    expect(await client.inView(1)).toEqual(['id-0']);
  });
});
