import type { Cache } from '#main/cache/cache';
import type { UsedQuota, Watched } from '#shared/domain/alert-rules';
import type { Device } from '#shared/domain/device';
import { limitsEnd } from '#shared/domain/device-limits';
import { type Fix, type LocationAnswer, effectOf } from '#shared/domain/fix';
import { type Settings, stateRules } from '#shared/domain/settings';
import {
  flagAheadAnswer,
  flagBehindAnswer,
  flagNotUnderstood,
  textAt,
} from '#shared/fleet/columns';

/** Data that conditions need and the fleet's columns do not contain. */
export interface Signals {
  alerts: readonly string[];
  warnings: readonly string[];
  hasCriticalAlert: boolean;
  /** Since when the position has not changed although the device reports motion. */
  frozenSince: number | null;
}

/** Signals of the last fix and list of each device; devices without any take no memory. */
type DeviceSignals = ReturnType<typeof createDeviceSignals>;

interface StoredSignals extends Signals {
  latitude: number | null;
  longitude: number | null;
}

export function createDeviceSignals() {
  const signals = new Map<string, StoredSignals>();
  const quotas = new Map<string, readonly UsedQuota[]>();

  return {
    of: (deviceId: string): Signals | null => signals.get(deviceId) ?? null,
    /** The used shares of the daily message limits, with the day they belong to. */
    quotas: (deviceId: string): readonly UsedQuota[] => quotas.get(deviceId) ?? [],

    /** `movingAbove` is the speed above which a device counts as moving. */
    addFix: (deviceId: string, fix: Fix, movingAbove: number): void => {
      const since = frozenSince(signals.get(deviceId), fix, movingAbove);
      const hasCriticalAlert = fix.hasCriticalAlert === true;
      const hasEvents = hasCriticalAlert || fix.alerts.length + fix.warnings.length > 0;
      if (!hasEvents && since === null) {
        signals.delete(deviceId);
        return;
      }
      signals.set(deviceId, {
        alerts: fix.alerts,
        warnings: fix.warnings,
        hasCriticalAlert,
        latitude: fix.latitude,
        longitude: fix.longitude,
        frozenSince: since,
      });
    },

    /**
     * `day`: the account's day on which the counters were received. Returns whether the device has sent messages
     * of which it has a limit that has not ended.
     */
    setQuotas: (device: Device, day: string, timeZone: string): boolean => {
      const { id } = device;
      const end = limitsEnd(device, timeZone);
      const limits = end !== null && end.day <= day ? null : device.limits;
      const email = usedShare(limits?.emailsSentToday, limits?.dailyEmailLimit);
      const sms = usedShare(limits?.smsSentToday, limits?.dailySmsLimit);
      const used: UsedQuota[] = [];
      if (email > 0) used.push({ counter: 'email', share: email, day });
      if (sms > 0) used.push({ counter: 'sms', share: sms, day });
      if (used.length === 0) quotas.delete(id);
      else quotas.set(id, used);
      return used.length > 0;
    },

    ids: (): string[] => [...signals.keys(), ...quotas.keys()],
  };
}

function frozenSince(
  before: StoredSignals | undefined,
  fix: Fix,
  movingAbove: number,
): number | null {
  const isMoving = (fix.speed ?? 0) > movingAbove;
  if (!isMoving || fix.latitude === null || fix.at === null) return null;
  const isSamePlace =
    fix.longitude !== null &&
    before?.latitude === fix.latitude &&
    before.longitude === fix.longitude;
  return isSamePlace ? (before.frozenSince ?? fix.at) : fix.at;
}

/** A limit of 0 forbids messages, so it cannot run out. */
function usedShare(sent: number | null | undefined, limit: number | null | undefined): number {
  return typeof sent === 'number' && limit ? sent / limit : 0;
}

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
    // A report that is not taken leaves the columns as they were.
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
