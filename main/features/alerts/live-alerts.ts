import type { Cache, Records } from '#main/cache/cache';
import type { AlertNotice } from '#main/features/history/history';
import type { NearestTowns } from '#main/files/towns';
import type { Clock } from '#main/pace/clock';
import { yieldEvery } from '#main/pace/throttle';
import {
  type Condition,
  type NotificationMemory,
  type Watched,
  allDevices,
  callsForHelpOf,
  conditionsOf,
  evaluate,
  isCallForHelp,
  isQuiet,
} from '#shared/domain/alert-rules';
import { isOfPlaceRule } from '#shared/domain/place-rules';
import { chosenTimeZone } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import { noticeLines } from '#shared/domain/notice';
import { message, type Message } from '#shared/i18n/translate';
import type { LocationAnswer } from '#shared/domain/fix';
import type { Settings } from '#shared/domain/settings';
import type { Fault } from '#shared/fault';
import { createDeviceSignals, createWatchedDevices } from './device-signals';

/**
 * Notifies of conditions found in the regular refresh. Notifications are grouped and respect
 * cool-downs, snoozes and quiet hours; a restart does not repeat them.
 */
export type LiveAlerts = ReturnType<typeof createLiveAlerts>;

interface LiveAlertsOptions {
  cache: Pick<Cache, 'loadFleet' | 'slotOf'>;
  /** The last notifications. */
  records: Records;
  clock: Clock;
  settings: () => Settings;
  notify: (notice: AlertNotice) => void;
  /** Absent: notifications name no town. */
  nearestTowns?: NearestTowns | undefined;
  /** The account's zone; null if unknown. */
  accountTimeZone: () => string | null;
  computerTimeZone: () => string;
}

const sweepMs = 60_000;
/** Memories written in one transaction: a few milliseconds. */
const savedAtOnce = 128;

export function createLiveAlerts(options: LiveAlertsOptions) {
  const { cache, clock, settings, nearestTowns } = options;
  const signals = createDeviceSignals();
  const store = createNotificationStore(options.records, clock.now);
  // Stored before notifying: after a crash a missing notification is better than a repeated one.
  const group = createNotificationGroup(clock, {
    save: () => store.save(savedAtOnce),
    notify: (conditions) => void notifyOf(conditions),
  });
  const today = localTimeOf(options, (local) => local.toPlainDate().toString());
  const minuteOfDay = localTimeOf(options, ({ hour, minute }) => hour * 60 + minute);
  const devices = createWatchedDevices({
    cache,
    signals,
    settings,
    now: clock.now,
    today: () => today('account'),
  });
  let isStopped = false;
  let cancelSweep: (() => void) | null = null;
  /** A later sweep or list replaces the one that is looked at. */
  let sweeps = 0;
  let lists = 0;

  function isQuietNow(): boolean {
    const { timeZone, quietHours } = settings();
    return quietHours !== null && isQuiet(quietHours, minuteOfDay(timeZone));
  }

  /** Names the town: the list of towns is read for the first notification, which waits for it. */
  async function notifyOf(conditions: readonly Condition[]): Promise<void> {
    await nearestTowns?.load();
    const named = new Set(conditions.map(({ deviceId }) => deviceId));
    // A map tile is read for each.
    const streets = new Map(
      await Promise.all(
        (named.size > mostCalls ? [] : [...named]).map(async (id) => {
          const at = devices.positionOf(id);
          return [id, at ? await nearestTowns?.streetTextAt(at) : null] as const;
        }),
      ),
    );
    if (isStopped) return;
    const placeOf = (id: string) => streets.get(id) ?? nearestTownOf(id);
    for (const notice of noticesOf(conditions, devices.labelOf, placeOf)) options.notify(notice);
  }

  function nearestTownOf(deviceId: string): string | null {
    const at = devices.positionOf(deviceId);
    return (at && nearestTowns?.textAt(at.latitude, at.longitude)) ?? null;
  }

  /** Which kinds of condition of a device are not notified now. */
  function muted(deviceId: string): (kind: string) => boolean {
    const snoozes = store.snoozes();
    const isSnoozed = (id: string) => Object.hasOwn(snoozes, id);
    if (isQuietNow()) return () => true;
    const isOff = (of: (id: string) => string) =>
      isSnoozed(of(deviceId)) || isSnoozed(of(allDevices));
    const [isMuted, isHelpMuted] = [isOff((id) => id), isOff(callsForHelpOf)];
    return (kind) => (isCallForHelp(kind) ? isHelpMuted : isMuted);
  }

  /** Nothing is recorded of what is muted, so a lasting condition is notified afterwards. */
  function check(device: Watched): void {
    const memory = store.memoryOf(device.id);
    const conditions = conditionsOf(device, settings(), memory, clock.now());
    if (conditions.length === 0 && Object.keys(memory).length === 0) return;
    handleConditions(device.id, conditions);
  }

  function handleConditions(deviceId: string, conditions: readonly Condition[]): void {
    const memory = store.memoryOf(deviceId);
    const isMuted = conditions.length > 0 ? muted(deviceId) : () => false;
    const kept = Object.entries(memory).filter(([kind]) => isMuted(kind));
    const open = Object.entries(memory).filter(([kind]) => !isMuted(kind));
    const result = evaluate(
      conditions.filter(({ kind }) => !isMuted(kind)),
      Object.fromEntries(open),
      settings(),
      clock.now(),
    );
    if (kept.length > 0) result.memory = { ...Object.fromEntries(kept), ...result.memory };
    if (JSON.stringify(result.memory) === JSON.stringify(memory)) return;
    store.setMemory(deviceId, result.memory);
    // Early, because the notification needs them a little later.
    if (result.notify.length > 0) void nearestTowns?.load();
    group.add(result.notify);
  }

  async function sweep(): Promise<void> {
    const own = ++sweeps;
    const pause = yieldEvery();
    for (const slot of devices.aging()) {
      if (slot !== null && devices.isListed(slot)) check(devices.watched(slot));
      await pause();
      if (sweeps !== own) return;
    }
  }

  async function lookAtList(list: readonly { record: Device }[]): Promise<void> {
    const own = ++lists;
    const day = today('account');
    const zone = options.accountTimeZone() ?? options.computerTimeZone();
    const pause = yieldEvery();
    for (const { record } of list) {
      const slot = signals.setQuotas(record, day, zone) ? cache.slotOf(record.id) : null;
      if (slot !== null) check(devices.watched(slot, record.id));
      await pause();
      if (lists !== own) return;
    }
  }

  function scheduleSweep(): void {
    cancelSweep = clock.after(sweepMs, () => {
      void sweep();
      scheduleSweep();
    });
  }

  return {
    seen: (deviceId: string, answer: LocationAnswer): void => {
      const device = devices.answered(deviceId, answer);
      if (device) check(device);
    },

    /** The list of devices was received, with the messages each has sent today. */
    listed: (list: readonly { record: Device }[]): void => void lookAtList(list),

    /**
     * Rules of places found something, each occurrence with a key of its own. `summary` is told in place of several of
     * them.
     */
    happened: (conditions: readonly Condition[], summary?: Message): void => {
      const notify = conditions.filter((condition) => {
        const { deviceId, kind } = condition;
        if (muted(deviceId)(kind)) return false;
        const memory = store.memoryOf(deviceId);
        const last = memory[kind];
        // Others of the device are not over because this one is there.
        const result = evaluate([condition], last ? { [kind]: last } : {}, settings(), clock.now());
        store.setMemory(deviceId, { ...memory, ...result.memory });
        return result.notify.length > 0;
      });
      if (notify.length > 0) void nearestTowns?.load();
      group.add(summary ? [] : notify);
      if (summary && notify.length > 0) {
        options.notify({
          title: 'Waypost',
          body: [summary],
          deviceId: null,
          callAt: null,
          page: pageOf(notify),
        });
      }
    },

    /** The service refuses the key, or accepts it again (null). */
    keyRefused: (fault: Fault | null): void => {
      const isRefused = fault !== null && settings().notifyKeyTrouble;
      handleConditions(accountId, isRefused ? [keyCondition] : []);
    },

    /** Until when notifications are off, by device and `allDevices`, and by `callsForHelpOf` each of them. */
    snoozes: store.snoozes,
    /** In place of an earlier one. null: all devices. Without calls for help unless it is said; `until` null: ends it. */
    snooze: (deviceId: string | null, until: number | null, withCallsForHelp = false): void => {
      const id = deviceId ?? allDevices;
      store.snooze([id], until);
      // Those of an earlier snooze must not stay silent when nothing says so any more.
      store.snooze([callsForHelpOf(id)], withCallsForHelp ? until : null);
    },

    start: (): void => {
      cancelSweep?.();
      scheduleSweep();
    },
    stop: (): void => {
      isStopped = true;
      cancelSweep?.();
      sweeps += 1;
      lists += 1;
      group.stop();
    },
  };
}

/** The id under which conditions of the account, not of a device, are stored. */
export const accountId = '';

const keyCondition: Condition = {
  deviceId: accountId,
  kind: 'key',
  key: 'refused',
  isCritical: true,
  text: message('alerts.condition.key'),
};

/** Conditions within this time share one notification. */
const groupMs = 2_000;

interface GroupActions {
  /** Stores a part of what has to be stored before notifying; returns whether that was the last. */
  save: () => boolean;
  notify: (conditions: readonly Condition[]) => void;
}

/** Collects conditions for one notification. */
export function createNotificationGroup(clock: Clock, { save, notify }: GroupActions) {
  let waiting: Condition[] = [];
  let cancel: (() => void) | null = null;
  let isStopped = false;

  function flush(): void {
    cancel = null;
    if (isStopped) return;
    if (!save()) {
      cancel = clock.after(1, flush);
      return;
    }
    const conditions = waiting;
    waiting = [];
    if (conditions.length > 0) notify(conditions);
  }

  return {
    /** Also without conditions there is something to save. */
    add(conditions: readonly Condition[]): void {
      for (const condition of conditions) waiting.push(condition);
      if (!isStopped) cancel ??= clock.after(groupMs, flush);
    },
    stop(): void {
      isStopped = true;
      cancel?.();
    },
  };
}

/** Desktops show a few notifications and drop what comes with many others. */
const mostCalls = 10;

/** One notification for each device that calls for help, and one for everything else. */
export function noticesOf(
  conditions: readonly Condition[],
  ...names: [label: (deviceId: string) => string, nearestTown?: (deviceId: string) => string | null]
): AlertNotice[] {
  const calling = conditions.filter(({ kind }) => isCallForHelp(kind));
  const calls = [...new Set(calling.map(({ deviceId }) => deviceId))].slice(0, mostCalls);
  const rest = conditions.filter(({ deviceId }) => !calls.includes(deviceId));
  return [...calls.map((id) => conditions.filter(({ deviceId }) => deviceId === id)), rest]
    .filter((each) => each.length > 0)
    .map((each) => noticeOf(each, ...names));
}

/** The list that has them: events of places have one of their own. */
const pageOf = (conditions: readonly Condition[]) =>
  conditions.every(({ kind }) => isOfPlaceRule(kind)) ? 'place-events' : 'alerts';

/** One notification for all conditions, at least one, critical ones first. */
function noticeOf(
  conditions: readonly Condition[],
  label: (deviceId: string) => string,
  nearestTown: (deviceId: string) => string | null = () => null,
): AlertNotice {
  const sorted = conditions.toSorted((a, b) => Number(b.isCritical) - Number(a.isCritical));
  const devices = new Set(sorted.map(({ deviceId }) => deviceId)).size;
  const { deviceId: id, kind, text: what } = sorted[0]!;
  const labelOf = (of: string) => (of === accountId ? 'Waypost' : label(of));
  if (devices === 1) {
    const texts = new Map(sorted.map(({ text }) => [JSON.stringify(text), text]));
    const place = id === accountId ? null : nearestTown(id);
    const where = place === null ? [] : [message('alerts.notice.lastPosition', { place })];
    return {
      title: labelOf(id),
      body: [...texts.values(), ...where],
      deviceId: id === accountId ? null : id,
      callAt: sorted.find((each) => isCallForHelp(each.kind))?.at ?? null,
      page: 'alerts',
    };
  }
  const isOneKind = sorted.every((each) => each.kind === kind);
  return {
    title: isOneKind
      ? message('alerts.notice.devices', { count: devices, what })
      : message('alerts.notice.several', { alerts: sorted.length, devices }),
    body: noticeLines(sorted, ({ deviceId, text }) =>
      message('alerts.notice.device', { device: labelOf(deviceId), what: text }),
    ),
    deviceId: null,
    callAt: null,
    page: pageOf(sorted),
  };
}

const snoozeRecordId = 'snoozes';
const recordId = (deviceId: string) => `device:${deviceId}`;

/** The last notifications by device and the snoozes, stored in the cache of the account. */
export function createNotificationStore(records: Records, now: () => number) {
  let memories: Map<string, NotificationMemory> | null = null;
  let stored: Record<string, number> | null = null;
  /** Records that differ from what is stored; undefined: to be removed. */
  const changed = new Map<string, NotificationMemory | undefined>();

  function allMemories(): Map<string, NotificationMemory> {
    memories ??= new Map(
      records
        .all()
        .flatMap(({ id, value }) =>
          id === snoozeRecordId ? [] : [[id, value as NotificationMemory]],
        ),
    );
    return memories;
  }

  function snoozes(): Record<string, number> {
    stored ??= (records.get(snoozeRecordId) ?? {}) as Record<string, number>;
    return Object.fromEntries(Object.entries(stored).filter(([, until]) => until > now()));
  }

  return {
    memoryOf: (deviceId: string): NotificationMemory => allMemories().get(recordId(deviceId)) ?? {},
    /** In memory only, until `save`. */
    setMemory: (deviceId: string, memory: NotificationMemory): void => {
      const id = recordId(deviceId);
      allMemories().set(id, memory);
      changed.set(id, Object.keys(memory).length === 0 ? undefined : memory);
    },
    /**
     * Writes up to `most` changed memories in one transaction that waits for the disk; returns whether
     * there are none left.
     */
    save: (most: number): boolean => {
      const entries: [string, NotificationMemory | undefined][] = [];
      for (const entry of changed) {
        if (entries.length >= most) break;
        entries.push(entry);
        changed.delete(entry[0]);
      }
      records.putMany(entries);
      return changed.size === 0;
    },
    /** Until when notifications are off, by device and `allDevices`, and by `callsForHelpOf` each of them. */
    snoozes,
    /** `until` null: ends the snoozes. */
    snooze: (ids: readonly string[], until: number | null): void => {
      const entries = Object.entries(snoozes()).filter(([id]) => !ids.includes(id));
      const added = until === null ? [] : ids.map((id) => [id, until] as const);
      stored = Object.fromEntries([...entries, ...added]);
      records.put(snoozeRecordId, stored);
    },
  };
}

/// <reference lib="esnext.temporal" />

interface LocalTimeOptions {
  clock: Pick<Clock, 'now'>;
  /** The account's zone; null if unknown. */
  accountTimeZone: () => string | null;
  computerTimeZone: () => string;
}

/**
 * A function of the local time, computed once a minute: days and quiet hours begin at whole minutes, and
 * a thousand devices may be checked in one.
 */
function localTimeOf<T>(
  options: LocalTimeOptions,
  read: (local: Temporal.ZonedDateTime) => T,
): (choice: Settings['timeZone']) => T {
  let last: { of: string; value: T } | null = null;
  return (choice) => {
    const account = options.accountTimeZone();
    const minute = Math.floor(options.clock.now() / 60_000);
    const of = `${minute} ${choice} ${account}`;
    if (last?.of === of) return last.value;
    const zone = chosenTimeZone(choice, { account, computer: options.computerTimeZone() });
    const at = Temporal.Instant.fromEpochMilliseconds(minute * 60_000);
    last = { of, value: read(at.toZonedDateTimeISO(zone)) };
    return last.value;
  };
}
