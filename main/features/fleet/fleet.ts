import type { Cache, FixUpdate, ListedDevice } from '#main/cache/cache';
import { fail } from '#shared/fault';
import type { Device } from '#shared/domain/device';
import { groupGapOf, type Group } from '#shared/domain/group';
import type { LocationAnswer } from '#shared/domain/fix';
import { takeFixes, type FleetColumns, type GroupColumns } from '#shared/fleet/columns';
import type { DeviceDetails } from '#shared/ipc/fleet';
import type { Clock } from '#main/pace/clock';
import { noDevices, type ListedDevices } from '#main/pace/listed-devices';
import { createThrottle } from '#main/pace/throttle';
import { inTurns } from '#main/pace/turns';
import { createCollectedAnswers, type TimedAnswer } from './collected-answers';
import { countFleet, type FleetCounts } from './fleet-counts';
import { createFleetOutbox, type FleetPort } from './fleet-outbox';
import { groupColumns, groupColumnSteps } from './group-columns';
import { createRecentRecords } from './recent-records';

export type { FleetCounts } from './fleet-counts';
export type { FleetPort } from './fleet-outbox';

/**
 * The fleet in the main process: the columns (owned by the cache), the slots, and pending updates.
 * Fixes are posted after a moment and stored a few times a second, each time together.
 */
export interface Fleet {
  ids(): readonly string[];
  /** The same object as long as no column changes. */
  listed(): ListedDevices;
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
  /** The records of the listed devices that expire between two moments, in parts, read as they are taken. */
  expiring(range: { from: number; to: number }): Iterable<Device[]>;
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
  /** How long fixes are collected before they are posted. */
  postMs?: number;
  /** How long after that they are stored, in one transaction. */
  storeMs?: number;
  /** How long single records are collected: each can make the window reload the fleet. */
  devicesThrottleMs?: () => number;
}

export function createFleet(options: FleetOptions): Fleet {
  const { cache, clock, serviceNow = clock.now } = options;
  let columns: FleetColumns = options.timeZone
    ? cache.useTimeZone(options.timeZone)
    : cache.loadFleet().columns;
  let generation = options.nextGeneration();
  /** Devices no longer listed stay in the columns but are not polled. */
  let listed = noDevices;
  /** By slot: 1 for listed devices that were asked for. */
  let wasPolled = new Uint8Array();
  let polled = 0;
  let groups: readonly Group[] | null = null;
  /** Of the groups and of the slots when they were computed, which devices keep; null: not computed. */
  let groupMembers: GroupColumns | null = null;
  let slotsWithGroups = 0;
  let endGroups = () => {};
  const outbox = createFleetOutbox(clock);

  function index(): void {
    listed = listedIn(columns, cache);
    const before = wasPolled;
    wasPolled = new Uint8Array(columns.count);
    polled = 0;
    for (const slot of listed.slots) polled += wasPolled[slot] = before[slot] ?? 0;
  }
  index();

  const isListed = () => cache.loadFleet().asOf !== null;

  function postFleet(): void {
    if (!groupMembers) {
      endGroups();
      groupMembers = groupColumns(groups, cache.slotOf, columns.count);
      slotsWithGroups = columns.count;
    }
    outbox.post({
      type: 'fleet',
      generation,
      account: options.accountId,
      columns,
      groups: groupMembers,
      isListed: isListed(),
    });
    if (slotsWithGroups !== columns.count) postGroups();
  }

  /** Posts the groups when their members are computed, a few milliseconds at a time. */
  function postGroups(): void {
    endGroups();
    slotsWithGroups = columns.count;
    const steps = function* () {
      groupMembers = yield* groupColumnSteps(groups, cache.slotOf, columns.count);
      outbox.post({ type: 'groups', generation, groups: groupMembers });
    };
    endGroups = inTurns(clock, steps(), () => undefined);
  }

  function announceFleet(): void {
    generation = options.nextGeneration();
    index();
    postFleet();
  }

  const recent = createRecentRecords(clock);
  const writing = createThrottle(clock, options.devicesThrottleMs ?? (() => 1_000), writeDevices);
  const answers = createCollectedAnswers({
    clock,
    postMs: options.postMs ?? 30,
    storeMs: options.storeMs ?? 250,
    post: postFixes,
    store: cache.storeFixes,
  });

  function writeDevices(): void {
    const before = columns;
    columns = cache.putDevices(recent.takeWaiting());
    if (columns !== before) announceFleet();
  }

  function postFixes(collected: ReadonlyMap<string, readonly TimedAnswer[]>): void {
    const batch: FixUpdate[] = [];
    const updated: number[] = [];
    for (const [id, given] of collected) {
      const slot = cache.slotOf(id);
      if (slot === null) continue;
      updated.push(slot);
      for (const answer of given) batch.push({ slot, ...answer });
    }
    cache.applyFixes(batch);
    const slots = Uint32Array.from(updated);
    outbox.post({ type: 'fixes', generation, slots, fixes: takeFixes(columns, slots) });
  }

  function wasAsked(id: string): void {
    const slot = listed.slotOf(id);
    if (slot === null || wasPolled[slot]) return;
    wasPolled[slot] = 1;
    polled++;
  }

  function flush(): void {
    writing.flush();
    answers.flush();
  }

  return {
    ids: () => listed.ids,
    listed: () => listed,
    counts: () => ({
      devices: listed.ids.length,
      notAskedYet: listed.ids.length - polled,
      ...countFleet(columns, serviceNow()),
    }),
    attachPort: (next) => {
      outbox.attach(next);
      flush();
      postFleet();
    },
    replaceDevices: (devices, asOf, askedAt = asOf) => {
      flush();
      recent.forgetBefore(askedAt);
      const before = columns;
      const isFirst = !isListed();
      columns = cache.replaceDevices(recent.over(devices), asOf);
      // No column changed, so the window does not have to reload the fleet.
      if (columns === before && !isFirst) return;
      announceFleet();
    },
    putDevice: (device) => {
      const record = { ...device.record, receivedAt: serviceNow() };
      recent.add({ ...device, record });
      writing.due();
      options.onDevice?.(record);
    },
    isListed,
    devices: () => {
      writing.flush();
      return cache.devices();
    },
    expiring: ({ from, to }) => {
      writing.flush();
      const { expiresAt, unlistedAt } = columns;
      const slots: number[] = [];
      for (let slot = 0; slot < columns.count; slot++) {
        const isIn = expiresAt[slot]! >= from && expiresAt[slot]! <= to;
        if (isIn && Number.isNaN(unlistedAt[slot]!)) slots.push(slot);
      }
      return cache.devicesAt(slots);
    },
    wasAsked,
    putFix: (id, { fix, raw, isUnderstood }, checkedAt) => {
      wasAsked(id);
      // "No last location" does not remove a known one, which stays with its age.
      if (!isUnderstood) answers.add(id, { raw, isUnderstood, checkedAt });
      else answers.add(id, fix === null ? { checkedAt } : { fix, raw, checkedAt });
    },
    setGroups: (next) => {
      groups = next;
      groupMembers = null;
      postGroups();
    },
    details: (id) => {
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
    close: () => {
      endGroups();
      writing.close();
      answers.close();
      outbox.close();
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
