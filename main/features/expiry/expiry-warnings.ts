import type { Records } from '#main/cache/cache';
import { deviceLabel, type Device } from '#shared/domain/device';
import { expiryOf, expiryNotes } from '#shared/domain/expiry';
import type { Notice } from '#shared/domain/notice';
import { warningsDue, type ExpiryWarning, type WarningsDue } from '#shared/domain/expiry-forecast';
import type { Clock } from '#main/pace/clock';
import { yieldEvery } from '#main/pace/yield-every';

/** Warns ahead of expiry, once per device and threshold, also across restarts. */
interface ExpiryWarnings {
  /** Warns of what is due; call it when the list of devices or the setting changed. */
  check(): void;
  /** Checks every hour. */
  start(): void;
  stop(): void;
}

interface ExpiryWarningsOptions {
  clock: Clock;
  /** Warnings given. */
  records: Records;
  /** The listed devices whose date is in a range, in parts. */
  devices: (range: { from: number; to: number }) => Iterable<readonly Device[]>;
  timeZone: () => string;
  /** Days ahead; empty: off. */
  thresholds: () => readonly number[];
  notify: (notice: Notice) => void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Keys written in one transaction: a few milliseconds. */
const storedAtOnce = 128;
const namesShown = 5;

export function createExpiryWarnings(options: ExpiryWarningsOptions): ExpiryWarnings {
  const { clock, records } = options;
  let warned: Set<string> | null = null;
  let cancel: (() => void) | null = null;
  /** A later check replaces the one that runs. */
  let checks = 0;

  /** A part of the devices at a time: a fleet has a hundred thousand of them. */
  async function check(): Promise<void> {
    const own = ++checks;
    const isOver = () => checks !== own;
    const thresholds = options.thresholds();
    if (thresholds.length === 0) return;
    const now = clock.now();
    const timeZone = options.timeZone();
    // Wider than needed: days begin at other moments in another time zone.
    const from = now - 2 * dayMs;
    const to = now + (Math.max(...thresholds) + 2) * dayMs;
    warned ??= new Set(records.ids());
    const known = warned;
    const found: WarningsDue = { warnings: [], keys: [] };
    const byId = new Map<string, Device>();
    const pause = yieldEvery();
    for (const devices of options.devices({ from, to })) {
      await pause();
      if (isOver()) return;
      const due = warningsDue(devices, now, timeZone, thresholds, known);
      const ids = new Set(due.warnings.map(({ deviceId }) => deviceId));
      for (const device of devices) if (ids.has(device.id)) byId.set(device.id, device);
      found.warnings.push(...due.warnings);
      found.keys.push(...due.keys);
    }
    if (found.warnings.length > 0) await warn(found, byId, isOver);
  }

  async function warn(
    { warnings, keys }: WarningsDue,
    byId: ReadonlyMap<string, Device>,
    isOver: () => boolean,
  ): Promise<void> {
    const known = (warned ??= new Set());
    const pause = yieldEvery();
    const label = (id: string) => {
      const device = byId.get(id);
      return device ? deviceLabel(device) : id;
    };
    const notes = (id: string) => {
      const device = byId.get(id);
      return device ? expiryNotes(expiryOf(device, options.timeZone(), clock.now())) : [];
    };
    // Stored before notifying: after a crash a missing warning is better than a repeated one.
    const isNew = keys.filter((key) => !known.has(key));
    for (let from = 0; from < isNew.length; from += storedAtOnce) {
      const part = isNew.slice(from, from + storedAtOnce);
      records.putMany(part.map((key) => [key, clock.now()] as const));
      for (const key of part) known.add(key);
      await pause();
      if (isOver()) return;
    }
    const soonest = warnings.toSorted((a, b) => a.daysLeft - b.daysLeft);
    options.notify(noticeOf(soonest, label, notes));
  }

  function later(): void {
    cancel = clock.after(hourMs, () => {
      void check();
      later();
    });
  }

  return {
    check: () => void check(),
    start: () => {
      cancel?.();
      later();
    },
    stop: () => {
      cancel?.();
      cancel = null;
      checks += 1;
    },
  };
}

/**
 * One notification for all warnings, soonest first. `notes` are the contradictions in a record: with
 * them it is not known what happens on the date.
 */
export function noticeOf(
  warnings: readonly ExpiryWarning[],
  label: (deviceId: string) => string,
  notes: (deviceId: string) => readonly string[],
): Notice {
  const furthest = Math.max(...warnings.map(({ threshold }) => threshold));
  const names = warnings.slice(0, namesShown).map(({ deviceId, daysLeft }) => {
    const when = inDays(daysLeft);
    return notes(deviceId).length === 0
      ? `${label(deviceId)} (${when})`
      : `${label(deviceId)} (${when}, the record contradicts itself)`;
  });
  const more = warnings.length - names.length;
  const [only] = warnings;
  const title =
    warnings.length === 1 && only
      ? `${label(only.deviceId)} expires ${inDays(only.daysLeft)}`
      : `${warnings.length} devices expire within ${furthest} ${furthest === 1 ? 'day' : 'days'}`;
  const body =
    warnings.length === 1 && only
      ? bodyOf(only.day, notes(only.deviceId))
      : `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return { title, body };
}

function bodyOf(day: string, notes: readonly string[]): string {
  if (notes.length > 0) return `On ${day}. ${notes.join(' ')}`;
  return `On ${day}. Renew it before then, or its licence is released.`;
}

function inDays(days: number): string {
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
