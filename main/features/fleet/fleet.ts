import type { Cache, FixUpdate, ListedDevice } from '#main/cache/cache';
import { fail } from '#shared/fault';
import type { Device } from '#shared/domain/device';
import { groupGapOf, groupLabel, type Group } from '#shared/domain/group';
import type { LocationAnswer } from '#shared/domain/last-report';
import {
  flagNotUnderstood,
  takeFixes,
  textAt,
  type FleetColumns,
  type FleetMessage,
  type GroupColumns,
} from '#shared/fleet/columns';
import type { DeviceDetails } from '#shared/ipc/fleet';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';

/** The end of the port on which columns go to the window's worker. */
export interface FleetPort {
  postMessage(message: FleetMessage): void;
  close(): void;
}

/** Counts over the listed devices. */
export interface FleetCounts {
  devices: number;
  /** Devices with a last known position. */
  positions: number;
  notAskedYet: number;
  /** Devices whose last answer was not understood. */
  notUnderstood: number;
  oldestFixAt: number | null;
}

/**
 * The fleet in the main process: the columns (owned by the cache), the slots, and pending updates.
 * Fixes are written and posted together, a few times a second.
 */
export interface Fleet {
  ids(): readonly string[];
  counts(): FleetCounts;
  /** Posts the whole fleet, then every change. Replaces the previous port. */
  attachPort(port: FleetPort): void;
  /** Replaces the list, requested at `askedAt`; devices put since then keep their newer record. */
  replaceDevices(devices: readonly ListedDevice[], asOf: number, askedAt?: number): void;
  /** Replaces one device's record with the service's latest answer. */
  putDevice(device: ListedDevice): void;
  /** Whether the service has ever sent the list. */
  isListed(): boolean;
  /** Every device's record, by slot. */
  devices(): Device[];
  /** Its location was requested without a result. */
  wasAsked(id: string): void;
  /** The service answered about the last location of a device. */
  putFix(id: string, answer: LocationAnswer, checkedAt: number): void;
  /** null: the groups were never received. */
  setGroups(groups: readonly Group[] | null): void;
  details(id: string): DeviceDetails;
  /** Writes and posts all pending updates. */
  flush(): void;
  close(): void;
}

export interface FleetOptions {
  cache: Cache;
  clock: Clock;
  /** A number higher than any before, for each new list of devices. */
  nextGeneration: () => number;
  /** The time at the service; absent: that of the clock. */
  serviceNow?: () => number;
  /** The account's time zone, in which the days of expiry begin; absent: UTC. */
  timeZone?: () => string;
  /** How long fixes are collected before they are written and posted. */
  throttleMs?: number;
  /** How long single records are collected: each can make the window reload the fleet. */
  devicesThrottleMs?: () => number;
}

export function createFleet(options: FleetOptions): Fleet {
  const { cache, clock, serviceNow = clock.now } = options;
  let columns: FleetColumns = options.timeZone
    ? cache.useTimeZone(options.timeZone)
    : cache.loadFleet().columns;
  let generation = options.nextGeneration();
  let slotOf = new Map<string, number>();
  let ids: string[] = [];
  /** Listed ids; devices no longer listed stay in the columns but are not polled. */
  let listed: string[] = [];
  let polledIds = new Set<string>();
  let groups: readonly Group[] | null = null;
  let port: FleetPort | null = null;
  let cancelFlush: (() => void) | null = null;
  let isClosed = false;
  /** Answers in the order of arrival, by device: each is judged against those before. */
  const pending = new Map<string, Omit<FixUpdate, 'slot'>[]>();

  function index(): void {
    ids = Array.from({ length: columns.count }, (_, slot) => textAt(columns.id, slot));
    slotOf = new Map(ids.map((id, slot) => [id, slot]));
    listed = ids.filter((_, slot) => Number.isNaN(columns.unlistedAt[slot]));
  }
  index();

  function post(message: FleetMessage): void {
    port?.postMessage(message);
  }

  const isListed = () => cache.loadFleet().asOf !== null;

  function postFleet(): void {
    post({
      type: 'fleet',
      generation,
      columns,
      groups: groupColumns(groups, slotOf),
      isListed: isListed(),
    });
  }

  function announceFleet(): void {
    generation = options.nextGeneration();
    index();
    postFleet();
  }

  /** Records put one by one, with the time: an older list does not contain them yet. */
  const recent = new Map<string, ListedDevice & { at: number }>();
  let waiting: ListedDevice[] = [];
  const writing = createThrottle(clock, options.devicesThrottleMs ?? (() => 1_000), writeDevices);

  function writeDevices(): void {
    const batch = waiting;
    waiting = [];
    const before = columns;
    columns = cache.putDevices(batch);
    if (columns !== before) announceFleet();
  }

  function flush(): void {
    writing.flush();
    cancelFlush?.();
    cancelFlush = null;
    if (pending.size === 0) return;
    const batch: FixUpdate[] = [];
    const updated: number[] = [];
    for (const [id, answers] of pending) {
      const slot = slotOf.get(id);
      if (slot === undefined) continue;
      updated.push(slot);
      for (const answer of answers) batch.push({ slot, ...answer });
    }
    pending.clear();
    cache.putFixes(batch);
    const slots = Uint32Array.from(updated);
    post({ type: 'fixes', generation, slots, fixes: takeFixes(columns, slots) });
  }

  return {
    ids: () => listed,
    counts: () => {
      let positions = 0;
      let notUnderstood = 0;
      let oldest = Number.POSITIVE_INFINITY;
      for (let slot = 0; slot < columns.count; slot++) {
        if (!Number.isNaN(columns.unlistedAt[slot]!)) continue;
        if (columns.flags[slot]! & flagNotUnderstood) notUnderstood++;
        if (Number.isNaN(columns.latitude[slot]!)) continue;
        positions++;
        const at = columns.positionAt[slot]!;
        if (at < oldest) oldest = at;
      }
      let notAskedYet = 0;
      for (const id of listed) if (!polledIds.has(id)) notAskedYet++;
      return {
        devices: listed.length,
        positions,
        notAskedYet,
        notUnderstood,
        oldestFixAt: Number.isFinite(oldest) ? oldest : null,
      };
    },
    attachPort: (next) => {
      port = next;
      flush();
      postFleet();
    },
    replaceDevices: (devices, asOf, askedAt = asOf) => {
      flush();
      for (const [id, { at }] of recent) if (at < askedAt) recent.delete(id);
      const before = columns;
      const isFirst = !isListed();
      columns = cache.replaceDevices(
        devices.map((device) => recent.get(device.record.id) ?? device),
        asOf,
      );
      // No column changed, so the window does not have to reload the fleet.
      if (columns === before && !isFirst) return;
      announceFleet();
      polledIds = new Set(listed.filter((id) => polledIds.has(id)));
    },
    putDevice: ({ record, raw }) => {
      const at = clock.now();
      const device = { record: { ...record, receivedAt: serviceNow() }, raw };
      recent.set(record.id, { ...device, at });
      waiting.push(device);
      writing.due();
    },
    isListed,
    devices: () => {
      writing.flush();
      return cache.devices();
    },
    wasAsked: (id) => void polledIds.add(id),
    putFix: (id, { fix, raw, isUnderstood }, checkedAt) => {
      polledIds.add(id);
      // "No last location" does not remove a known one, which stays with its age.
      const answer = !isUnderstood
        ? { raw, isUnderstood, checkedAt }
        : fix === null
          ? { checkedAt }
          : { fix, raw, checkedAt };
      const waitingAnswers = pending.get(id);
      if (waitingAnswers) waitingAnswers.push(answer);
      else pending.set(id, [answer]);
      if (!isClosed) cancelFlush ??= clock.after(options.throttleMs ?? 250, flush);
    },
    setGroups: (next) => {
      groups = next;
      post({ type: 'groups', generation, groups: groupColumns(groups, slotOf) });
    },
    details: (id) => {
      flush();
      const slot = slotOf.get(id);
      if (slot === undefined) fail({ kind: 'notFound' });
      return {
        ...cache.details(slot),
        groups: (groups ?? [])
          .filter((group) => group.deviceIds?.includes(id))
          .map((group) => ({ id: group.id, name: group.name ?? group.id })),
        groupGap: groupGapOf(groups),
      };
    },
    flush,
    close: () => {
      flush();
      writing.close();
      isClosed = true;
      port = null;
    },
  };
}

/** Membership as columns, without members that are not in the fleet. */
export function groupColumns(
  known: readonly Group[] | null,
  slotOf: ReadonlyMap<string, number>,
): GroupColumns {
  const groups = known ?? [];
  const gap = groupGapOf(known);
  const ends = new Uint32Array(groups.length);
  const slots: number[] = [];
  groups.forEach((group, g) => {
    for (const id of new Set(group.deviceIds)) {
      const slot = slotOf.get(id);
      if (slot !== undefined) slots.push(slot);
    }
    ends[g] = slots.length;
  });
  return {
    ids: groups.map((g) => g.id),
    names: groups.map(groupLabel),
    ends,
    slots: Uint32Array.from(slots),
    ...(gap && { gap }),
  };
}
