import type { Cache, ListedDevice } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';
import { noDevices, type ListedDevices } from '#main/pace/device-order';
import { createThrottle } from '#main/pace/throttle';
import { deviceLabel, type Device } from '#shared/domain/device';
import { deviceState, isBehind, type StateRules } from '#shared/domain/device-state';
import { groupGapOf, type Group, areMembersKnown, groupLabel } from '#shared/domain/group';
import type { LocationAnswer } from '#shared/domain/fix';
import { fail, FaultError } from '#shared/fault';
import {
  flagNotUnderstood,
  stateInputsAt,
  takeFixes,
  type FleetColumns,
  type FleetMessage,
  type GroupColumns,
} from '#shared/fleet/columns';
import type { DeviceDetails } from '#shared/ipc/fleet';

/** The end of the port on which columns go to the worker of a window. */
export interface FleetPort {
  postMessage(message: FleetMessage): void;
  close(): void;
}

interface FleetOptions {
  /** So that the window knows whose fleet it shows. */
  accountId: string;
  cache: Cache;
  clock: Clock;
  /** A number higher than any before, for each new list of devices. */
  nextGeneration: () => number;
  /** The service answered with the record of one device. */
  onDevice?: (device: Device) => void;
  /** The time at the service; absent: that of the clock. */
  serviceNow?: () => number;
  /** The account's time zone, in which the days of expiry begin; absent: UTC. */
  timeZone?: () => string;
  /** How long single records are collected: each can make the window reload the fleet. */
  devicesThrottleMs?: () => number;
}

/**
 * Answers are stored and posted together: the first one after a pause at once, the others this often,
 * because a transaction costs more than its rows.
 */
const answersMs = 250;

export type Fleet = ReturnType<typeof createFleet>;

/** The fleet in the main process: the columns (owned by the cache), the slots, and pending updates. */
export function createFleet(options: FleetOptions) {
  const { cache, clock, serviceNow = clock.now } = options;
  let columns: FleetColumns = options.timeZone
    ? cache.useTimeZone(options.timeZone)
    : cache.loadFleet().columns;
  let generation = options.nextGeneration();
  const ports = new Set<FleetPort>();
  const post = (message: FleetMessage) => ports.forEach((port) => port.postMessage(message));
  /** Devices no longer listed stay in the columns but are not polled. */
  let listed = noDevices;
  /** By slot: 1 for listed devices that were asked for. */
  let wasPolled = new Uint8Array();
  let polled = 0;
  let groups: readonly Group[] | null = null;
  let members: GroupColumns | null = null;
  /** Records put one by one: a list that was requested before does not contain them yet. */
  const recent = new Map<string, { device: ListedDevice; at: number }>();
  let recordsToWrite: ListedDevice[] = [];
  /** Slots whose answers are neither stored nor posted. */
  const answered = new Set<number>();

  function index(): void {
    listed = listedIn(columns, cache);
    const before = wasPolled;
    wasPolled = new Uint8Array(columns.count);
    polled = 0;
    for (const slot of listed.slots) polled += wasPolled[slot] = before[slot] ?? 0;
  }
  index();

  const isListed = () => cache.loadFleet().asOf !== null;
  const groupsNow = () => (members ??= groupColumns(groups, cache.slotOf, columns.count));

  const wholeFleet = (): FleetMessage => ({
    type: 'fleet',
    generation,
    account: options.accountId,
    columns,
    groups: groupsNow(),
    isListed: isListed(),
  });

  function announceFleet(): void {
    generation = options.nextGeneration();
    index();
    members = null;
    post(wholeFleet());
  }

  const records = createThrottle(clock, options.devicesThrottleMs ?? (() => 1_000), () => {
    const before = columns;
    columns = cache.putDevices(recordsToWrite);
    recordsToWrite = [];
    if (columns !== before) announceFleet();
  });

  const answers = createThrottle(clock, answersMs, () => {
    const slots = Uint32Array.from(answered);
    answered.clear();
    cache.storeFixes();
    post({ type: 'fixes', generation, slots, fixes: takeFixes(columns, slots) });
  });

  /** Its location was requested, with or without a result. */
  function wasAsked(id: string): void {
    const slot = listed.slotOf(id);
    if (slot === null || wasPolled[slot]) return;
    wasPolled[slot] = 1;
    polled++;
  }

  /** Stores and posts all pending updates. */
  function flush(): void {
    records.flush();
    answers.flush();
  }

  return {
    ids: (): readonly string[] => listed.ids,
    /** As they are now: a new list of devices replaces them. */
    columns: (): FleetColumns => columns,
    /** The same object as long as no column changes. */
    listed: (): ListedDevices => listed,
    counts: (): FleetCounts => ({
      devices: listed.ids.length,
      notAskedYet: listed.ids.length - polled,
      ...countFleet(columns, serviceNow()),
    }),
    /** How many devices move and are silent. Reads the whole fleet: a few milliseconds for 100,000 devices. */
    countStates(rules: StateRules): { moving: number; silent: number } {
      const counts = { moving: 0, silent: 0 };
      const now = serviceNow();
      for (let slot = 0; slot < columns.count; slot++) {
        const state = deviceState(stateInputsAt(columns, slot), rules, now);
        if (state === 'moving' || state === 'silent') counts[state]++;
      }
      return counts;
    },
    /** Posts the whole fleet, then every change. */
    attachPort(port: FleetPort): void {
      flush();
      ports.add(port);
      port.postMessage(wholeFleet());
    },
    detachPort: (port: FleetPort): void => void ports.delete(port),
    /** Replaces the list, requested at `askedAt`; devices put since then keep their newer record. */
    replaceDevices(devices: readonly ListedDevice[], asOf: number, askedAt = asOf): void {
      flush();
      for (const [id, { at }] of recent) if (at < askedAt) recent.delete(id);
      const before = columns;
      const isFirst = !isListed();
      const newer = Array.from(recent.values(), ({ device }) => device);
      columns = cache.replaceDevices(devices, asOf, newer);
      // No column changed, so the window does not have to reload the fleet.
      if (columns !== before || isFirst) announceFleet();
    },
    /** Replaces one device's record with the service's latest answer. */
    putDevice(device: ListedDevice): void {
      const record = { ...device.record, receivedAt: serviceNow() };
      const received = { ...device, record };
      recent.set(record.id, { device: received, at: clock.now() });
      recordsToWrite.push(received);
      records.due();
      options.onDevice?.(record);
    },
    /** Whether the service has ever sent the list. */
    isListed,
    /** Every device's record, by slot. */
    devices(): Device[] {
      records.flush();
      return cache.devices();
    },
    /** The records of the listed devices that expire between two moments, in parts, read as they are taken. */
    expiring({ from, to }: { from: number; to: number }): Iterable<Device[]> {
      records.flush();
      const { expiresAt, unlistedAt } = columns;
      const slots: number[] = [];
      for (let slot = 0; slot < columns.count; slot++) {
        const isIn = expiresAt[slot]! >= from && expiresAt[slot]! <= to;
        if (isIn && Number.isNaN(unlistedAt[slot]!)) slots.push(slot);
      }
      return cache.devicesInParts(slots);
    },
    wasAsked,
    /** The service answered about the last location of a device. */
    putFix(id: string, { fix, raw, isUnderstood }: LocationAnswer, checkedAt: number): void {
      wasAsked(id);
      const slot = cache.slotOf(id);
      if (slot === null) return;
      // "No last location" does not remove a known one, which stays with its age.
      if (!isUnderstood) cache.applyFix({ slot, raw, isUnderstood, checkedAt });
      else cache.applyFix({ slot, checkedAt, ...(fix !== null && { fix, raw }) });
      answered.add(slot);
      answers.due();
    },
    /** null: the groups were never received. */
    setGroups(next: readonly Group[] | null): void {
      groups = next;
      members = null;
      post({ type: 'groups', generation, groups: groupsNow() });
    },
    details(id: string): DeviceDetails {
      flush();
      const slot = cache.slotOf(id);
      if (slot === null) fail({ kind: 'notFound' });
      return {
        ...cache.details(slot),
        groups: (groups ?? [])
          .filter((group) => group.deviceIds?.includes(id))
          .map((group) => ({ id: group.id, name: group.name ?? group.id })),
        groupGap: groupGapOf(groups),
      };
    },
    flush,
    /** Writes what is pending; later answers stay in memory. */
    close(): void {
      records.close();
      answers.close();
      ports.clear();
    },
  };
}

function listedIn(
  { count, unlistedAt }: FleetColumns,
  { ids, slotOf }: Pick<Cache, 'ids' | 'slotOf'>,
): ListedDevices {
  const isListed = (slot: number) => Number.isNaN(unlistedAt[slot]);
  const slots = new Uint32Array(count);
  let length = 0;
  for (let slot = 0; slot < count; slot++) if (isListed(slot)) slots[length++] = slot;
  const all = ids();
  return {
    ids: length === count ? all : Array.from(slots.subarray(0, length), (slot) => all[slot]!),
    slots: slots.subarray(0, length),
    slotCount: count,
    slotOf: (id) => {
      const slot = slotOf(id);
      return slot !== null && isListed(slot) ? slot : null;
    },
  };
}

/** Counts over the listed devices. */
interface FleetCounts {
  devices: number;
  /** Devices with a last known position. */
  positions: number;
  notAskedYet: number;
  /** Devices whose last answer was not understood. */
  notUnderstood: number;
  oldestFixAt: number | null;
}

/** Reads the columns only, because the status asks twice a second. */
function countFleet(columns: FleetColumns, now: number) {
  let positions = 0;
  let notUnderstood = 0;
  let oldest = Number.POSITIVE_INFINITY;
  for (let slot = 0; slot < columns.count; slot++) {
    if (!Number.isNaN(columns.unlistedAt[slot]!)) continue;
    if (columns.flags[slot]! & flagNotUnderstood) notUnderstood++;
    if (Number.isNaN(columns.latitude[slot]!)) continue;
    positions++;
    const at = columns.positionAt[slot]!;
    // The date of a wrong clock is no age.
    if (at < oldest && !isBehind(at, now)) oldest = at;
  }
  return { positions, notUnderstood, oldestFixAt: Number.isFinite(oldest) ? oldest : null };
}

/** Membership as columns, without members that are not in the fleet; `count`: slots of the fleet. */
function groupColumns(
  known: readonly Group[] | null,
  slotOf: (id: string) => number | null,
  count: number,
): GroupColumns {
  const groups = known ?? [];
  const gap = groupGapOf(known);
  const ends = new Uint32Array(groups.length);
  const slots = new Uint32Array(
    groups.reduce((sum, each) => sum + (each.deviceIds?.length ?? 0), 0),
  );
  /** The last group that has each slot, from 1: a list may name a member twice. */
  const lastGroup = new Uint32Array(count);
  let end = 0;
  for (const [g, group] of groups.entries()) {
    for (const id of group.deviceIds ?? []) {
      const slot = slotOf(id);
      if (slot === null || lastGroup[slot] === g + 1) continue;
      lastGroup[slot] = g + 1;
      slots[end++] = slot;
    }
    ends[g] = end;
  }
  return {
    ids: groups.map((g) => g.id),
    names: groups.map(groupLabel),
    ends,
    slots: end === slots.length ? slots : slots.slice(0, end),
    ...(gap && { gap }),
    ...(gap && { incomplete: groups.flatMap((each, g) => (areMembersKnown(each) ? [] : [g])) }),
  };
}

/** The name of a device; of one that is not listed any more, its id. */
export function labelIn(fleet: Pick<Fleet, 'details'>, deviceId: string): string {
  try {
    return deviceLabel(fleet.details(deviceId).device);
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind === 'notFound') return deviceId;
    throw error;
  }
}
