import type { FleetColumns } from '#shared/fleet/columns';
import { noDevices, type ListedDevices } from '#main/pace/device-order';
import type { FleetFreshness } from '#shared/domain/session';

const hourSeconds = 3_600;
/** The longest time within which the user may want all devices checked. */
const rememberedSeconds = 24 * hourSeconds;

export type Freshness = ReturnType<typeof createFreshness>;

/**
 * Counts how many devices were checked recently. A check changes one counter, so that a status message
 * never visits the whole fleet. Times are of the computer's clock, because checks are compared
 * with each other only.
 */
export function createFreshness() {
  let listed = noDevices;
  /** The second of the last check, by slot; NaN: none. */
  let checkedSecond = new Float64Array();
  /** How many devices were checked last in each second. */
  const perSecond = new Map<number, number>();
  /** Slots. */
  const refused = new Set<number>();
  const notUnderstood = new Set<number>();

  function count(second: number, by: number): void {
    const devices = (perSecond.get(second) ?? 0) + by;
    if (devices > 0) perSecond.set(second, devices);
    else perSecond.delete(second);
  }

  function setFailed(id: string, failed: Set<number>): void {
    const slot = listed.slotOf(id);
    if (slot === null) return;
    forget(slot);
    failed.add(slot);
  }

  function forget(slot: number): void {
    refused.delete(slot);
    notUnderstood.delete(slot);
    const second = checkedSecond[slot]!;
    if (Number.isNaN(second)) return;
    checkedSecond[slot] = Number.NaN;
    count(second, -1);
  }

  /** How many devices were checked within each of several times, in one pass. */
  function countWithin(now: number, ...seconds: number[]): number[] {
    const second = Math.floor(now / 1000);
    const devices = seconds.map(() => 0);
    for (const [at, checked] of perSecond) {
      const age = second - at;
      if (age > rememberedSeconds) perSecond.delete(at);
      // A check in the future was made before the clock was set back: its age is not known.
      else if (age >= 0) {
        seconds.forEach((longest, i) => {
          if (age <= longest) devices[i]! += checked;
        });
      }
    }
    return devices;
  }

  function setChecked(slot: number | null, at: number): void {
    if (slot === null) return;
    forget(slot);
    checkedSecond[slot] = Math.floor(at / 1000);
    count(checkedSecond[slot]!, 1);
  }

  return {
    /** Adopts the listed devices; the same object means that nothing changed. */
    sync(list: ListedDevices): void {
      if (list === listed) return;
      listed = list;
      const isListed = new Uint8Array(list.slotCount);
      for (const slot of list.slots) isListed[slot] = 1;
      for (let slot = 0; slot < checkedSecond.length; slot++) if (!isListed[slot]) forget(slot);
      const seconds = new Float64Array(list.slotCount).fill(Number.NaN);
      seconds.set(checkedSecond);
      checkedSecond = seconds;
    },
    checked: (id: string, at: number): void => setChecked(listed.slotOf(id), at),
    /** The last session had an answer about the device of a slot; counts unless this session has one. */
    checkedBefore(slot: number, at: number): void {
      const hasAnswered = !Number.isNaN(checkedSecond[slot]!);
      if (!hasAnswered && !refused.has(slot) && !notUnderstood.has(slot)) setChecked(slot, at);
    },
    refused: (id: string): void => setFailed(id, refused),
    /** The answer about the location of a device was not understood. */
    notUnderstood: (id: string): void => setFailed(id, notUnderstood),
    counts(now: number): FleetFreshness {
      const [lastMinute = 0, lastTenMinutes = 0, lastHour = 0] = countWithin(
        now,
        60,
        600,
        hourSeconds,
      );
      return {
        listed: listed.ids.length,
        refused: refused.size,
        notUnderstood: notUnderstood.size,
        lastMinute,
        lastTenMinutes,
        lastHour,
      };
    },
    /** How many devices were checked within so many seconds, up to a day. */
    checkedWithin: (seconds: number, now: number): number => countWithin(now, seconds)[0]!,
  };
}

/**
 * Takes the checks of the last session that are recent enough to count: once, as soon as the clock of the
 * service is known. The cache holds them by the time of the service, which is `offsetMs` ahead of the
 * computer's; until then it is null, and each call of the returned function tries again.
 */
export function createCachedChecks(
  freshness: Pick<Freshness, 'sync' | 'checkedBefore'>,
  options: {
    columns: () => FleetColumns;
    listed: () => ListedDevices;
    now: () => number;
    offsetMs: () => number | null;
  },
): () => void {
  let areTaken = false;
  return () => {
    const offsetMs = options.offsetMs();
    if (areTaken || offsetMs === null) return;
    areTaken = true;
    const now = options.now();
    const listed = options.listed();
    const { checkedAt } = options.columns();
    freshness.sync(listed);
    for (const slot of listed.slots) {
      const at = checkedAt[slot]! - offsetMs;
      const age = now - at;
      if (age >= 0 && age < rememberedSeconds * 1000) freshness.checkedBefore(slot, at);
    }
  };
}
