import type { Records } from '#main/cache/cache';
import { dayMs } from '#shared/domain/calendar';
import { deviceLabel, type Device } from '#shared/domain/device';
import { expiryOf, expiryNotes } from '#shared/domain/expiry';
import { noticeLines, type Notice } from '#shared/domain/notice';
import { warningsDue, type ExpiryWarning, type WarningsDue } from '#shared/domain/expiry-forecast';
import type { Clock } from '#main/pace/clock';
import { yieldEvery } from '#main/pace/throttle';
import { message, type Message } from '#shared/i18n/translate';

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
const oneDayMs = 24 * hourMs;
/** Keys written in one transaction: a few milliseconds. */
const storedAtOnce = 128;

/** Warns ahead of expiry, once per device and threshold, also across restarts. */
export function createExpiryWarnings(options: ExpiryWarningsOptions) {
  const { clock, records } = options;
  let warned: Set<string> | null = null;
  let cancel: (() => void) | null = null;
  /** A later check replaces the one that runs. */
  let checks = 0;
  let isStopped = false;

  /** A part of the devices at a time: a fleet has a hundred thousand of them. */
  async function check(): Promise<void> {
    const own = ++checks;
    const isOver = () => checks !== own;
    const thresholds = options.thresholds();
    if (thresholds.length === 0) return;
    const now = clock.now();
    const timeZone = options.timeZone();
    // Wider than needed: days begin at other moments in another time zone.
    const from = now - 2 * oneDayMs;
    const to = now + (Math.max(...thresholds) + 2) * oneDayMs;
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
    if (found.warnings.length > 0) await warn(found, byId);
  }

  async function warn(
    { warnings, keys }: WarningsDue,
    byId: ReadonlyMap<string, Device>,
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
    // Stored before notifying: after a crash a missing warning is better than a repeated one. A later check does not
    // replace this one any more, as it takes what is known for said.
    const isNew = keys.filter((key) => !known.has(key));
    for (const key of isNew) known.add(key);
    for (let from = 0; from < isNew.length; from += storedAtOnce) {
      const part = isNew.slice(from, from + storedAtOnce);
      records.putMany(part.map((key) => [key, clock.now()] as const));
      await pause();
      if (isStopped) return;
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
    /** Warns of what is due; call it when the list of devices or the setting changed. */
    check: (): void => void check(),
    /** Checks every hour. */
    start: (): void => {
      cancel?.();
      isStopped = false;
      later();
    },
    stop: (): void => {
      cancel?.();
      cancel = null;
      isStopped = true;
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
  notes: (deviceId: string) => readonly Message[],
): Notice {
  const [only] = warnings;
  if (warnings.length === 1 && only) {
    const { deviceId, daysLeft: days } = only;
    const day = dayMs(only.day);
    const known = notes(deviceId);
    return {
      title: message('expiry.notice.one', { device: label(deviceId), days }),
      body:
        known.length === 0
          ? [message('expiry.notice.renew', { day })]
          : [message('expiry.notice.on', { day }), ...known],
    };
  }
  const days = Math.max(...warnings.map(({ threshold }) => threshold));
  return {
    title: message('expiry.notice.several', { devices: warnings.length, days }),
    body: noticeLines(warnings, ({ deviceId, daysLeft }) => {
      const isContradicted = notes(deviceId).length > 0;
      const key = isContradicted ? 'expiry.notice.contradicts' : 'expiry.notice.device';
      return message(key, { device: label(deviceId), days: daysLeft });
    }),
  };
}
