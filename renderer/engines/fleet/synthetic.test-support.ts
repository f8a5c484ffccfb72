import type { StateRules } from '#shared/domain/device-state';
import {
  emptyFixColumns,
  packTexts,
  type FixColumns,
  type FleetColumns,
  type FleetMessage,
  type GroupColumns,
} from '#shared/fleet/columns';
import { type Gazetteer, TownIndex, TownNames } from '#shared/places/place';
import type { Emit } from '#lib/rpc';
import { FleetModel } from './fleet-model';
import { initialQuery, type FleetEvents, type FleetQuery, type FleetView } from './types';

/** A device as written in a test. */
export interface SketchedDevice {
  id?: string;
  name?: string;
  description?: string;
  phone?: string;
  tags?: string;
  expiresAt?: number;
  at?: [latitude: number, longitude: number];
  /** Also the time of the position, if there is one. */
  fixAt?: number;
  /** As `fixAt` if it is not given. */
  checkedAt?: number;
  unlistedAt?: number;
  overLimitUntil?: number;
  flags?: number;
  speed?: number;
  course?: number;
  battery?: number;
}

/** The columns of a fleet. */
export function columnsOf(devices: readonly SketchedDevice[]): FleetColumns {
  const fixes: FixColumns = emptyFixColumns(devices.length);
  devices.forEach((device, slot) => {
    fixes.latitude[slot] = device.at?.[0] ?? Number.NaN;
    fixes.longitude[slot] = device.at?.[1] ?? Number.NaN;
    fixes.fixAt[slot] = device.fixAt ?? Number.NaN;
    fixes.positionAt[slot] = device.at ? (device.fixAt ?? Number.NaN) : Number.NaN;
    fixes.checkedAt[slot] = device.checkedAt ?? device.fixAt ?? Number.NaN;
    fixes.flags[slot] = device.flags ?? 0;
    fixes.speed[slot] = device.speed ?? Number.NaN;
    fixes.course[slot] = device.course ?? Number.NaN;
    fixes.battery[slot] = device.battery ?? Number.NaN;
  });
  const text = (of: (device: SketchedDevice) => string | undefined) =>
    packTexts(devices.map((device) => of(device) ?? ''));
  return {
    count: devices.length,
    ...fixes,
    id: packTexts(devices.map((device, slot) => device.id ?? `id-${slot}`)),
    name: text((device) => device.name),
    description: text((device) => device.description),
    phone: text((device) => device.phone),
    tags: text((device) => device.tags),
    expiresAt: Float64Array.from(devices, (device) => device.expiresAt ?? Number.NaN),
    expiredFrom: Float64Array.from(devices, (device) => device.expiresAt ?? Number.NaN),
    receivedAt: new Float64Array(devices.length).fill(Number.NaN),
    overLimitUntil: Float64Array.from(devices, (device) => device.overLimitUntil ?? Number.NaN),
    unlistedAt: Float64Array.from(devices, (device) => device.unlistedAt ?? Number.NaN),
  };
}

/** The groups of a fleet, by name; the id of a group is "g-" and its name. */
export function groupsOf(groups: Record<string, readonly number[]>): GroupColumns {
  const names = Object.keys(groups);
  let end = 0;
  return {
    ids: names.map((name) => `g-${name}`),
    names,
    ends: Uint32Array.from(names, (name) => (end += groups[name]!.length)),
    slots: Uint32Array.from(Object.values(groups).flat()),
  };
}

export function fleetOf(
  devices: readonly SketchedDevice[],
  { generation = 1, groups = {} as Record<string, readonly number[]> } = {},
): Extract<FleetMessage, { type: 'fleet' }> {
  return {
    type: 'fleet',
    generation,
    account: 'a',
    columns: columnsOf(devices),
    groups: groupsOf(groups),
    isListed: true,
  };
}

/** New fixes for some slots. */
export function fixesOf(
  fixes: Record<number, SketchedDevice>,
  generation = 1,
): Extract<FleetMessage, { type: 'fixes' }> {
  const slots = Uint32Array.from(Object.keys(fixes), Number);
  return { type: 'fixes', generation, slots, fixes: columnsOf(Object.values(fixes)) };
}

const latitude = Float64Array.of(0, 0, 10);
const longitude = Float64Array.of(0, 10, 0);
/** Three towns: Mill, Dale in the east and Ashby in the north. */
export const sketchedTowns = {
  towns: {
    count: 3,
    latitude,
    longitude,
    population: Uint32Array.of(9000, 8000, 7000),
    region: Uint16Array.of(0, 1, 1),
    regions: [['AA', 'north'] as const, ['BB', ''] as const],
    names: new TownNames('Mill\nDale\nAshby', 3),
  },
  index: new TownIndex(latitude, longitude),
  otherNames: '',
};
const sketchedNames = '0\tmuhle\t\n2\taschheim\t\n';

export const rules: StateRules = { movingAbove: 1, staleAfterMs: 100, silentAfterMs: 1000 };

/** Another list of alerts that are acknowledged. */
export const acknowledgedUntil = (...until: [id: string, until: number][]) => ({
  acknowledgedUntil: until,
  urgent: [],
});

interface Start {
  rules?: StateRules;
  now?: number;
}

/** A model whose clocks move only as the test says, with what it sends. */
export class TestFleet extends FleetModel {
  readonly #world: ReturnType<typeof stillWorld>;
  readonly #port = { onmessage: null, close: () => {} } as unknown as MessagePort;
  readonly #towns: PromiseWithResolvers<Gazetteer | null>;

  constructor(query: FleetQuery, { rules: own = rules, now = 0 }: Start = {}) {
    const world = stillWorld(now);
    const towns = Promise.withResolvers<Gazetteer | null>();
    super(world.emit, world.clock, {
      gazetteer: () => towns.promise,
      otherNames: () => Promise.resolve(sketchedNames),
    });
    this.#world = world;
    this.#towns = towns;
    this.attach(this.#port);
    this.setRules(own);
    this.setQuery(query);
  }

  /** Main posts a message. */
  post(message: FleetMessage): void {
    this.#port.onmessage?.({ data: message } as MessageEvent<FleetMessage>);
  }

  /** The towns are loaded, after the first table; null: they cannot be. */
  async loadTowns(towns: Gazetteer | null = sketchedTowns): Promise<void> {
    this.#world.runTimers(300);
    this.#towns.resolve(towns);
    await this.#towns.promise;
  }

  /** Lets time pass, with the timers that end in it and one second of tolerance. */
  pass(ms: number): void {
    // What waits is sent first, so that only the timer for later changes is left.
    this.#world.runTimers(300);
    this.#world.now += ms;
    this.#world.runTimers(ms + 1_300);
  }

  /** The view if one was sent since the last call, else null; with the lists that were sent before. */
  takeView(): FleetView | null {
    this.#world.runTimers(300);
    const { view } = this.#world;
    this.#world.view = null;
    return view;
  }

  /** The device of which it was said since the last call that the details changed. */
  takeSelected(): string | null {
    this.#world.runTimers(300);
    const { selected } = this.#world;
    this.#world.selected = null;
    return selected;
  }
}

/** Two clocks and one timer; the time of the computer moves apart from the one of the timer. */
function stillWorld(now: number) {
  let elapsed = 0;
  let timer: { at: number; callback: () => void } | null = null;
  let lists: Partial<FleetView> = {};
  const world = {
    now,
    view: null as FleetView | null,
    selected: null as string | null,
    clock: {
      now: () => world.now,
      elapsed: () => elapsed,
      after: (ms: number, callback: () => void) => {
        timer = { at: elapsed + ms, callback };
        return () => (timer = null);
      },
    },
    emit: ((event, value) => {
      if (event === 'selectedChanged') world.selected = value as string;
      if (event !== 'view') return;
      const { view } = value as FleetEvents['view'];
      lists = { ...lists, ...view };
      world.view = lists as FleetView;
    }) satisfies Emit<FleetEvents>,
    runTimers: (ms: number) => {
      const end = elapsed + ms;
      while (timer && timer.at <= end) {
        const { at, callback } = timer;
        timer = null;
        elapsed = Math.max(elapsed, at);
        callback();
      }
      elapsed = end;
    },
  };
  return world;
}

/** A model that has a fleet, and is asked a query. */
export function started(
  fleet: ReturnType<typeof fleetOf>,
  query: Partial<FleetQuery> = {},
  start: Start = {},
): TestFleet {
  const model = new TestFleet({ ...initialQuery, ...query }, start);
  model.post(fleet);
  return model;
}

/** What the first rows of the table name. */
export const labels = (model: FleetModel): string[] =>
  model.rows(0, 99).rows.map(({ label }) => label);
