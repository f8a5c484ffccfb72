import type { Cache, Records } from '#main/cache/cache';
import type { AlertNotice } from '#main/features/history/history-port';
import type { NearestTowns } from '#main/files/towns';
import type { Clock } from '#main/pace/clock';
import { yieldEvery } from '#main/pace/yield-every';
import {
  allDevices,
  callsForHelp,
  conditionsOf,
  evaluate,
  isCallForHelp,
  isQuiet,
  type Condition,
  type Watched,
} from '#shared/domain/alert-rules';
import type { Device } from '#shared/domain/device';
import type { LocationAnswer } from '#shared/domain/fix';
import type { Settings } from '#shared/domain/settings';
import type { Fault } from '#shared/fault';
import { createDeviceSignals } from './device-signals';
import { localTimeOf } from './local-time';
import { accountId, noticeOf } from './notice';
import { createNotificationGroup } from './notification-group';
import { createNotificationStore } from './notification-store';
import { createWatchedDevices } from './watched-devices';

/**
 * Notifies of conditions found in the regular refresh. Notifications are grouped and respect
 * cool-downs, snoozes and quiet hours; a restart does not repeat them.
 */
export interface LiveAlerts {
  /** The service answered about the last location of a device. */
  seen(deviceId: string, answer: LocationAnswer): void;
  /** The list of devices was received, with the messages each has sent today. */
  listed(devices: readonly { record: Device }[]): void;
  /** The service refuses the key, or accepts it again (null). */
  keyRefused(fault: Fault | null): void;
  /** Until when notifications are off, by device, and by `allDevices` and `callsForHelp`. */
  snoozes(): Record<string, number>;
  /** null: all devices, without their calls for help unless it is said; `until` null: ends the snooze. */
  snooze(deviceId: string | null, until: number | null, withCallsForHelp?: boolean): void;
  start(): void;
  stop(): void;
}

export interface LiveAlertsOptions {
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

export function createLiveAlerts(options: LiveAlertsOptions): LiveAlerts {
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
    if (!isStopped) options.notify(noticeOf(conditions, devices.labelOf, nearestTownOf));
  }

  function nearestTownOf(deviceId: string): string | null {
    const at = devices.positionOf(deviceId);
    return (at && nearestTowns?.textAt(at.latitude, at.longitude)) ?? null;
  }

  /** Which kinds of condition of a device are not notified now. */
  function muted(deviceId: string): (kind: string) => boolean {
    const snoozes = store.snoozes();
    const isSnoozed = (id: string) => Object.hasOwn(snoozes, id);
    if (isQuietNow() || isSnoozed(deviceId)) return () => true;
    return (kind) => isSnoozed(isCallForHelp(kind) ? callsForHelp : allDevices);
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
    seen: (deviceId, answer) => {
      const device = devices.answered(deviceId, answer);
      if (device) check(device);
    },

    listed: (list) => void lookAtList(list),

    keyRefused: (fault) => {
      const isRefused = fault !== null && settings().notifyKeyTrouble;
      handleConditions(accountId, isRefused ? [keyCondition] : []);
    },

    snoozes: store.snoozes,
    snooze: (deviceId, until, withCallsForHelp = false) => {
      if (deviceId !== null) return store.snooze([deviceId], until);
      // What ends, ends for both.
      const both = withCallsForHelp || until === null;
      store.snooze(both ? [allDevices, callsForHelp] : [allDevices], until);
    },

    start: () => {
      cancelSweep?.();
      scheduleSweep();
    },
    stop: () => {
      isStopped = true;
      cancelSweep?.();
      sweeps += 1;
      lists += 1;
      group.stop();
    },
  };
}

const keyCondition: Condition = {
  deviceId: accountId,
  kind: 'key',
  key: 'refused',
  isCritical: true,
  text: 'The service refuses the API key: what is on screen grows old',
};
