/// <reference lib="esnext.temporal" />
import type { Cache, Records } from '#main/cache/cache';
import type { HistoryHost } from '#main/features/history/host';
import type { Clock } from '#main/pace/clock';
import { inTurns } from '#main/pace/turns';
import {
  conditionsOf,
  evaluate,
  isQuiet,
  type Condition,
  type Watched,
} from '#shared/domain/alert-rules';
import { chosenTimeZone } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import { effectOf, type LocationAnswer } from '#shared/domain/last-report';
import { stateRules, type Settings } from '#shared/domain/settings';
import type { Fault } from '#shared/fault';
import { flagAheadAnswer, flagNotUnderstood, textAt } from '#shared/fleet/columns';
import { createDeviceSignals } from './device-signals';
import { accountId, noticeOf } from './notice';
import { createNotificationStore } from './notification-store';

/**
 * Notifies of conditions found in the regular refresh. Notifications are grouped and respect
 * cool-downs, snoozes and quiet hours; a restart does not repeat them.
 */
export interface LiveAlerts {
  /** The service answered about the last location of a device. */
  seen(deviceId: string, answer: LocationAnswer): void;
  /** The list of devices was received, with the messages each has sent today. */
  listed(devices: readonly Device[]): void;
  /** The service refuses the key, or accepts it again (null). */
  keyRefused(fault: Fault | null): void;
  /** Until when notifications are off, by device; "" stands for all devices. */
  snoozes(): Record<string, number>;
  /** null: all devices; `until` null: ends the snooze. */
  snooze(deviceId: string | null, until: number | null): void;
  start(): void;
  stop(): void;
}

export interface LiveAlertsOptions {
  cache: Pick<Cache, 'loadFleet' | 'slotOf'>;
  /** The last notifications. */
  records: Records;
  clock: Clock;
  host: Pick<HistoryHost, 'settings' | 'notify' | 'nearestTowns'>;
  /** The account's zone; null if unknown. */
  accountTimeZone: () => string | null;
  computerTimeZone: () => string;
}

const sweepMs = 60_000;
/** Conditions within this time share one notification. */
const groupMs = 2_000;
/** Memories written in one transaction: a few milliseconds. */
const savedAtOnce = 256;

export function createLiveAlerts(options: LiveAlertsOptions): LiveAlerts {
  const { cache, clock, host } = options;
  const signals = createDeviceSignals();
  const store = createNotificationStore(options.records, clock.now);
  // Stored before notifying: after a crash a missing notification is better than a repeated one.
  const group = createGroup(clock, {
    save: () => store.save(savedAtOnce),
    notify: notifyOf,
  });
  const today = calendarOf(options, (local) => local.toPlainDate().toString());
  const minuteOfDay = calendarOf(options, ({ hour, minute }) => hour * 60 + minute);
  let cancelSweep: (() => void) | null = null;
  let endSweep = (): void => undefined;
  let endListed = (): void => undefined;

  function isQuietNow(): boolean {
    const { timeZone, quietHours } = host.settings();
    return quietHours !== null && isQuiet(quietHours, minuteOfDay(timeZone));
  }

  function notifyOf(conditions: readonly Condition[]): void {
    host.notify(noticeOf(conditions, labelOf, nearestTownOf));
  }

  function nearestTownOf(deviceId: string): string | null {
    const slot = cache.slotOf(deviceId);
    if (slot === null) return null;
    const { latitude, longitude } = cache.loadFleet().columns;
    return host.nearestTowns?.textAt(latitude[slot]!, longitude[slot]!) ?? null;
  }

  function isMuted(deviceId: string): boolean {
    return store.isSnoozed(deviceId) || isQuietNow();
  }

  function labelOf(deviceId: string): string {
    const slot = cache.slotOf(deviceId);
    const name = slot === null ? '' : textAt(cache.loadFleet().columns.name, slot).trim();
    return name || deviceId;
  }

  /** Whether the last answer does not tell if the device reports. */
  function isUntold(slot: number): boolean {
    const { flags } = cache.loadFleet().columns;
    return (flags[slot]! & (flagNotUnderstood | flagAheadAnswer)) !== 0;
  }

  function watched(slot: number, id = textAt(cache.loadFleet().columns.id, slot)): Watched {
    const { columns } = cache.loadFleet();
    const { alerts, warnings, hasCriticalAlert, frozenSince } = signals.of(id) ?? noSignals;
    const known = (value: number) => (Number.isNaN(value) ? null : value);
    return {
      id,
      fixAt: known(columns.fixAt[slot]!),
      checkedAt: isUntold(slot) ? null : known(columns.checkedAt[slot]!),
      frozenSince,
      battery: known(columns.battery[slot]!),
      hasCriticalAlert,
      alerts,
      warnings,
      quotas: quotasOfToday(id),
    };
  }

  /** Counters of a past day say nothing about today. */
  function quotasOfToday(id: string): Watched['quotas'] {
    const quotas = signals.quotas(id);
    return quotas.length === 0 ? quotas : quotas.filter(({ day }) => day === today('account'));
  }

  /** Nothing is recorded while a device is muted, so a lasting condition is notified afterwards. */
  function check(device: Watched): void {
    const memory = store.memoryOf(device.id);
    const conditions = conditionsOf(device, host.settings(), memory, clock.now());
    if (conditions.length > 0 && isMuted(device.id)) return;
    if (conditions.length === 0 && Object.keys(memory).length === 0) return;
    handleConditions(device.id, conditions);
  }

  function handleConditions(deviceId: string, conditions: readonly Condition[]): void {
    const memory = store.memoryOf(deviceId);
    const result = evaluate(conditions, memory, host.settings(), clock.now());
    if (JSON.stringify(result.memory) === JSON.stringify(memory)) return;
    store.setMemory(deviceId, result.memory);
    // The notification follows after `groupMs`, in which the towns are usually read.
    if (result.notify.length > 0) void host.nearestTowns?.load();
    group.add(result.notify);
  }

  function isListed(slot: number): boolean {
    return Number.isNaN(cache.loadFleet().columns.unlistedAt[slot]!);
  }

  function checkListed(slot: number | null): void {
    if (slot !== null && isListed(slot)) check(watched(slot));
  }

  /** Slots of the devices whose conditions can have changed with time alone. */
  function* aging(): Generator<number | null> {
    const { columns } = cache.loadFleet();
    const { notifySilentHours, notifyBatteryBelow } = host.settings();
    const silentMs = (notifySilentHours ?? Number.POSITIVE_INFINITY) * 3_600_000;
    const { fixAt, checkedAt, battery } = columns;
    for (let slot = 0; slot < columns.count; slot++) {
      const isCandidate =
        (checkedAt[slot]! - fixAt[slot]! > silentMs && !isUntold(slot)) ||
        battery[slot]! < (notifyBatteryBelow ?? 0);
      if (isCandidate) yield slot;
    }
    for (const id of signals.ids()) yield cache.slotOf(id);
  }

  function scheduleSweep(): void {
    cancelSweep = clock.after(sweepMs, () => {
      endSweep();
      endSweep = inTurns(clock, aging(), checkListed);
      scheduleSweep();
    });
  }

  return {
    seen: (deviceId, answer) => {
      const slot = cache.slotOf(deviceId);
      if (slot === null) return;
      const { columns } = cache.loadFleet();
      const known = { fixAt: columns.fixAt[slot]!, positionAt: columns.positionAt[slot]! };
      const effect = effectOf(answer, known, clock.now());
      const fix = effect === 'taken' ? answer.fix : null;
      if (fix) signals.addFix(deviceId, fix, stateRules(host.settings()).movingAbove);
      const device = watched(slot, deviceId);
      // The columns are updated with a delay, so the new report is used directly.
      check({
        ...device,
        checkedAt: effect === 'notUnderstood' || effect === 'ahead' ? null : clock.now(),
        fixAt: fix?.at ?? device.fixAt,
        battery: fix ? fix.battery : device.battery,
      });
    },

    listed: (devices) => {
      signals.setQuotas(devices, today('account'));
      endListed();
      endListed = inTurns(clock, signals.idsWithQuota(), (id) => {
        const slot = cache.slotOf(id);
        if (slot !== null) check(watched(slot, id));
      });
    },

    keyRefused: (fault) => {
      const isRefused = fault !== null && host.settings().notifyKeyTrouble;
      if (isRefused && isMuted(accountId)) return;
      handleConditions(accountId, isRefused ? [keyCondition] : []);
    },

    snoozes: store.snoozes,
    snooze: (deviceId, until) => store.snooze(deviceId ?? accountId, until),

    start: () => {
      cancelSweep?.();
      scheduleSweep();
    },
    stop: () => {
      cancelSweep?.();
      endSweep();
      endListed();
      group.stop();
    },
  };
}

const noSignals = { alerts: [], warnings: [], hasCriticalAlert: false, frozenSince: null };

const keyCondition: Condition = {
  deviceId: accountId,
  kind: 'key',
  key: 'refused',
  isCritical: true,
  text: 'The service refuses the API key: what is on screen grows old',
};

/**
 * A function of the local time, computed once a minute: days and quiet hours begin at whole minutes, and
 * a thousand devices may be checked in one.
 */
function calendarOf<T>(
  options: Pick<LiveAlertsOptions, 'clock' | 'accountTimeZone' | 'computerTimeZone'>,
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

interface GroupActions {
  /** Stores a part of what has to be stored before notifying; returns whether that was the last. */
  save: () => boolean;
  notify: (conditions: readonly Condition[]) => void;
}

/** Collects conditions for one notification. */
function createGroup(clock: Clock, { save, notify }: GroupActions) {
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
