import type { FleetColumns } from '#shared/fleet/columns';
import type { FleetFreshness } from '#shared/domain/session';

/**
 * Counts how many devices were checked recently. A check changes one counter, so that a status message
 * never visits the whole fleet. Times are of the computer's clock, because checks are compared
 * with each other only.
 */
export interface Freshness {
  /** Adopts the listed devices; the same array means that nothing changed. */
  sync(listed: readonly string[]): void;
  /** The service answered about the location of a device. */
  checked(id: string, at: number): void;
  /** The service refuses the location of a device. */
  refused(id: string): void;
  /** The answer about the location of a device was not understood. */
  notUnderstood(id: string): void;
  /** The last session had an answer about a device; counts unless this session has one. */
  checkedBefore(id: string, at: number): void;
  counts(now: number): FleetFreshness;
  /** How many devices were checked within so many seconds, up to an hour. */
  checkedWithin(seconds: number, now: number): number;
}

const hourSeconds = 3_600;

export function createFreshness(): Freshness {
  let listed: readonly string[] = [];
  let known = new Set<string>();
  const checkedSecond = new Map<string, number>();
  /** How many devices were checked last in each second. */
  const perSecond = new Map<number, number>();
  const refused = new Set<string>();
  const notUnderstood = new Set<string>();

  function count(second: number, by: number): void {
    const devices = (perSecond.get(second) ?? 0) + by;
    if (devices > 0) perSecond.set(second, devices);
    else perSecond.delete(second);
  }

  function set(id: string, failed: Set<string>): void {
    if (!known.has(id)) return;
    forget(id);
    failed.add(id);
  }

  function forget(id: string): void {
    refused.delete(id);
    notUnderstood.delete(id);
    const second = checkedSecond.get(id);
    if (second === undefined) return;
    checkedSecond.delete(id);
    count(second, -1);
  }

  function checkedWithin(seconds: number, now: number): number {
    const second = Math.floor(now / 1000);
    let devices = 0;
    for (const [at, checked] of perSecond) {
      const age = second - at;
      if (age > hourSeconds) perSecond.delete(at);
      // A check in the future was made before the clock was set back: its age is not known.
      else if (age >= 0 && age <= seconds) devices += checked;
    }
    return devices;
  }

  function checked(id: string, at: number): void {
    if (!known.has(id)) return;
    forget(id);
    const second = Math.floor(at / 1000);
    checkedSecond.set(id, second);
    count(second, 1);
  }

  return {
    sync: (ids) => {
      if (ids === listed) return;
      listed = ids;
      known = new Set(ids);
      for (const id of checkedSecond.keys()) if (!known.has(id)) forget(id);
      for (const set of [refused, notUnderstood]) {
        for (const id of set) if (!known.has(id)) set.delete(id);
      }
    },
    checked,
    checkedBefore: (id, at) => {
      const isAnswered = checkedSecond.has(id) || refused.has(id) || notUnderstood.has(id);
      if (!isAnswered) checked(id, at);
    },
    refused: (id) => set(id, refused),
    notUnderstood: (id) => set(id, notUnderstood),
    counts: (now) => ({
      listed: known.size,
      refused: refused.size,
      notUnderstood: notUnderstood.size,
      lastMinute: checkedWithin(60, now),
      lastTenMinutes: checkedWithin(600, now),
      lastHour: checkedWithin(hourSeconds, now),
    }),
    checkedWithin,
  };
}

/**
 * The checks of the last session that are recent enough to count. The cache holds them by the time of
 * the service, which is `offsetMs` ahead of the computer's.
 */
export function takeCachedChecks(
  freshness: Pick<Freshness, 'sync' | 'checkedBefore'>,
  { count, checkedAt, unlistedAt }: FleetColumns,
  listed: readonly string[],
  { now, offsetMs }: { now: number; offsetMs: number },
): void {
  freshness.sync(listed);
  let next = 0;
  for (let slot = 0; slot < count; slot++) {
    if (!Number.isNaN(unlistedAt[slot]!)) continue;
    // The ids are in the order of the listed slots.
    const id = listed[next++];
    const at = checkedAt[slot]! - offsetMs;
    const age = now - at;
    if (id !== undefined && age >= 0 && age < hourSeconds * 1000) freshness.checkedBefore(id, at);
  }
}
