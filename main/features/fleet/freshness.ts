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
  /** How many devices were checked within so many seconds, up to a day. */
  checkedWithin(seconds: number, now: number): number;
}

const hourSeconds = 3_600;
/** The longest time within which the user may want all devices checked. */
const rememberedSeconds = 24 * hourSeconds;

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
    counts: (now) => {
      const [lastMinute = 0, lastTenMinutes = 0, lastHour = 0] = countWithin(
        now,
        60,
        600,
        hourSeconds,
      );
      return {
        listed: known.size,
        refused: refused.size,
        notUnderstood: notUnderstood.size,
        lastMinute,
        lastTenMinutes,
        lastHour,
      };
    },
    checkedWithin: (seconds, now) => countWithin(now, seconds)[0]!,
  };
}

/**
 * The checks of the last session that are recent enough to count. The cache holds them by the time of
 * the service, which is `offsetMs` ahead of the computer's.
 */
function takeCachedChecks(
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
    if (id !== undefined && age >= 0 && age < rememberedSeconds * 1000)
      freshness.checkedBefore(id, at);
  }
}

/**
 * Takes the cached checks once, as soon as the clock of the service is known: until then `offsetMs` is
 * null, and each call of the returned function tries again.
 */
export function createCachedChecks(
  freshness: Pick<Freshness, 'sync' | 'checkedBefore'>,
  options: {
    columns: () => FleetColumns;
    listed: () => readonly string[];
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
    takeCachedChecks(freshness, options.columns(), options.listed(), { now, offsetMs });
  };
}
