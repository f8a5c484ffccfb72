import type { Cache } from '#main/cache/cache';
import type { Watched } from '#shared/domain/alert-rules';
import { effectOf, type LocationAnswer } from '#shared/domain/fix';
import { stateRules, type Settings } from '#shared/domain/settings';
import {
  flagAheadAnswer,
  flagBehindAnswer,
  flagNotUnderstood,
  textAt,
} from '#shared/fleet/columns';
import type { DeviceSignals } from './device-signals';

interface WatchedDevicesOptions {
  cache: Pick<Cache, 'loadFleet' | 'slotOf'>;
  signals: DeviceSignals;
  settings: () => Settings;
  now: () => number;
  /** The day of the account. */
  today: () => string;
}

const noSignals = { alerts: [], warnings: [], hasCriticalAlert: false, frozenSince: null };

/** What the rules of notifications need to know of the devices, from the cache and the signals. */
export function createWatchedDevices(options: WatchedDevicesOptions) {
  const { cache, signals, settings } = options;

  function labelOf(deviceId: string): string {
    const slot = cache.slotOf(deviceId);
    const name = slot === null ? '' : textAt(cache.loadFleet().columns.name, slot).trim();
    return name || deviceId;
  }

  /** Whether the last answer does not tell if the device reports. */
  function isUntold(slot: number): boolean {
    const { flags } = cache.loadFleet().columns;
    return (flags[slot]! & (flagNotUnderstood | flagAheadAnswer | flagBehindAnswer)) !== 0;
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
    return quotas.length === 0 ? quotas : quotas.filter(({ day }) => day === options.today());
  }

  /** The device after an answer about its last location; null for an unknown one. */
  function answered(deviceId: string, answer: LocationAnswer): Watched | null {
    const slot = cache.slotOf(deviceId);
    if (slot === null) return null;
    const { columns } = cache.loadFleet();
    const known = { fixAt: columns.fixAt[slot]!, positionAt: columns.positionAt[slot]! };
    const effect = effectOf(answer, known, options.now());
    const fix = effect === 'taken' ? answer.fix : null;
    if (fix) signals.addFix(deviceId, fix, stateRules(settings()).movingAbove);
    const device = watched(slot, deviceId);
    // The columns are updated with a delay, so the new report is used directly.
    return {
      ...device,
      checkedAt: ['notUnderstood', 'ahead', 'behind'].includes(effect) ? null : options.now(),
      fixAt: fix?.at ?? device.fixAt,
      battery: fix ? fix.battery : device.battery,
    };
  }

  function positionOf(deviceId: string): { latitude: number; longitude: number } | null {
    const slot = cache.slotOf(deviceId);
    if (slot === null) return null;
    const { latitude, longitude } = cache.loadFleet().columns;
    return { latitude: latitude[slot]!, longitude: longitude[slot]! };
  }

  function isListed(slot: number): boolean {
    return Number.isNaN(cache.loadFleet().columns.unlistedAt[slot]!);
  }

  /** Slots of the devices whose conditions can have changed with time alone. */
  function* aging(): Generator<number | null> {
    const { columns } = cache.loadFleet();
    const { notifySilentHours, notifyBatteryBelow } = settings();
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

  return { labelOf, positionOf, answered, watched, isListed, aging };
}
