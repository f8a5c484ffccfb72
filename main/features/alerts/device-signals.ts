import type { UsedQuota } from '#shared/domain/alert-rules';
import type { Device } from '#shared/domain/device';
import type { Fix } from '#shared/domain/fix';
import { limitsEnd } from '#shared/domain/device-limits';

/** Data that conditions need and the fleet's columns do not contain. */
export interface Signals {
  alerts: readonly string[];
  warnings: readonly string[];
  hasCriticalAlert: boolean;
  /** Since when the position has not changed although the device reports motion. */
  frozenSince: number | null;
}

/** Signals of the last fix and list of each device; devices without any take no memory. */
export interface DeviceSignals {
  of(deviceId: string): Signals | null;
  /** The used shares of the daily message limits, with the day they belong to. */
  quotas(deviceId: string): readonly UsedQuota[];
  /** `movingAbove` is the speed above which a device counts as moving. */
  addFix(deviceId: string, fix: Fix, movingAbove: number): void;
  /**
   * `day`: the account's day on which the counters were received. Returns whether the device has sent messages
   * of which it has a limit that has not ended.
   */
  setQuotas(device: Device, day: string, timeZone: string): boolean;
  ids(): string[];
}

interface StoredSignals extends Signals {
  latitude: number | null;
  longitude: number | null;
}

export function createDeviceSignals(): DeviceSignals {
  const signals = new Map<string, StoredSignals>();
  const quotas = new Map<string, readonly UsedQuota[]>();

  return {
    of: (deviceId) => signals.get(deviceId) ?? null,
    quotas: (deviceId) => quotas.get(deviceId) ?? [],

    addFix: (deviceId, fix, movingAbove) => {
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

    setQuotas: (device, day, timeZone) => {
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

    ids: () => [...signals.keys(), ...quotas.keys()],
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
