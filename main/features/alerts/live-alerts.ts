/// <reference lib="esnext.temporal" />
import type { Cache, Records } from '#main/cache/cache';
import {
  isQuiet,
  judge,
  conditionsOf,
  type Condition,
  type Memory,
  type Watched,
} from '#shared/domain/alert-rules';
import { chosenTimeZone } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import type { Fix } from '#shared/domain/fix';
import { stateRules } from '#shared/domain/settings';
import { textAt } from '#shared/fleet/columns';
import type { Fault } from '#shared/fault';
import type { Clock } from '#main/pace/clock';
import type { AlertNotice, HistoryHost } from '#main/features/history/host';

/**
 * Watches what the refresh brings anyway and tells what is worth it: grouped, held back by cool-downs,
 * snoozes and quiet hours, and never again what was told before a restart.
 */
export interface LiveAlerts {
  /** A device was asked for its last location. */
  seen(deviceId: string, fix: Fix | null): void;
  /** The list of devices came, with how many messages each has sent today. */
  listed(devices: readonly Device[]): void;
  /** The service refuses the key, or takes it again (null). */
  keyRefused(fault: Fault | null): void;
  /** Until when nothing is told, by device; "" is all of them. */
  snoozes(): Record<string, number>;
  snooze(deviceId: string | null, until: number | null): void;
  start(): void;
  stop(): void;
}

export interface LiveAlertsOptions {
  cache: Pick<Cache, 'loadFleet' | 'slotOf'>;
  /** What was told of which device. */
  records: Records;
  clock: Clock;
  host: Pick<HistoryHost, 'settings' | 'notify'>;
  /** The account's zone; null when unknown. */
  accountTimeZone: () => string | null;
  computerTimeZone: () => string;
}

/** What the columns do not hold of a device. */
interface Noted {
  alerts: readonly string[];
  warnings: readonly string[];
  hasCriticalAlert: boolean;
  latitude: number;
  longitude: number;
  frozenSince: number | null;
}

const sweepMs = 60_000;
const throttleMs = 2_000;
const namesShown = 5;
/** Under this id it is kept until when what is put off. */
const snoozeId = 'snoozes';
const memoryId = (deviceId: string) => `device:${deviceId}`;
/** Matters of the account and not of a device. */
const accountId = '';

export function createLiveAlerts(options: LiveAlertsOptions): LiveAlerts {
  const { cache, records, clock, host } = options;
  const noted = new Map<string, Noted>();
  const quotas = new Map<string, number>();
  let memories: Map<string, Memory> | null = null;
  let snoozed: Record<string, number> | null = null;
  let waiting: Condition[] = [];
  let cancelTelling: (() => void) | null = null;
  let cancelSweep: (() => void) | null = null;
  let isStopped = false;

  function memoryOf(deviceId: string): Memory {
    memories ??= new Map(
      records.all().flatMap(({ id, value }) => (id === snoozeId ? [] : [[id, value as Memory]])),
    );
    return memories.get(memoryId(deviceId)) ?? {};
  }

  function snoozes(): Record<string, number> {
    snoozed ??= (records.get(snoozeId) ?? {}) as Record<string, number>;
    const now = clock.now();
    return Object.fromEntries(Object.entries(snoozed).filter(([, until]) => until > now));
  }

  function isMuted(deviceId: string): boolean {
    const until = snoozes();
    if (Object.hasOwn(until, '') || Object.hasOwn(until, deviceId)) return true;
    const zone = chosenTimeZone(host.settings().timeZone, {
      account: options.accountTimeZone(),
      computer: options.computerTimeZone(),
    });
    const local = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(zone);
    return isQuiet(host.settings().quietHours, local.hour * 60 + local.minute);
  }

  function watched(slot: number): Watched {
    const { columns } = cache.loadFleet();
    const id = textAt(columns.id, slot);
    const about = noted.get(id);
    const known = (value: number) => (Number.isNaN(value) ? null : value);
    return {
      id,
      fixAt: known(columns.fixAt[slot]!),
      checkedAt: known(columns.checkedAt[slot]!),
      frozenSince: about?.frozenSince ?? null,
      battery: known(columns.battery[slot]!),
      hasCriticalAlert: about?.hasCriticalAlert ?? false,
      alerts: about?.alerts ?? [],
      warnings: about?.warnings ?? [],
      quotaUsed: quotas.get(id) ?? null,
    };
  }

  /** Judges a device. While it is muted nothing counts as told, so what lasts is told afterwards. */
  function look(device: Watched): void {
    const memory = memoryOf(device.id);
    const now = clock.now();
    const matters = conditionsOf(device, host.settings(), memory, now);
    if (matters.length > 0 && isMuted(device.id)) return;
    if (matters.length === 0 && Object.keys(memory).length === 0) return;
    take(device.id, matters, memory);
  }

  function take(deviceId: string, matters: readonly Condition[], memory: Memory): void {
    const judged = judge(matters, memory, host.settings(), clock.now());
    if (JSON.stringify(judged.memory) !== JSON.stringify(memory)) {
      // Written down first: better a notification less after a crash than the same one twice.
      memories!.set(memoryId(deviceId), judged.memory);
      if (Object.keys(judged.memory).length === 0) records.remove(memoryId(deviceId));
      else records.put(memoryId(deviceId), judged.memory);
    }
    if (judged.tell.length === 0) return;
    waiting.push(...judged.tell);
    cancelTelling ??= clock.after(throttleMs, tell);
  }

  function tell(): void {
    cancelTelling = null;
    const matters = waiting;
    waiting = [];
    if (isStopped || matters.length === 0) return;
    host.notify(noticeOf(matters, labelOf));
  }

  function labelOf(deviceId: string): string {
    const slot = cache.slotOf(deviceId);
    const name = slot === null ? '' : textAt(cache.loadFleet().columns.name, slot).trim();
    return name || deviceId;
  }

  /** Looks at whoever may be a matter by now; of the many others not even the name is read. */
  function sweep(): void {
    const { columns } = cache.loadFleet();
    const { notifySilentHours, notifyBatteryBelow } = host.settings();
    const silentMs = (notifySilentHours ?? Number.POSITIVE_INFINITY) * 3_600_000;
    const { fixAt, checkedAt, battery, unlistedAt } = columns;
    for (let slot = 0; slot < columns.count; slot++) {
      const isNear =
        checkedAt[slot]! - fixAt[slot]! > silentMs || battery[slot]! < (notifyBatteryBelow ?? 0);
      if (isNear && Number.isNaN(unlistedAt[slot]!)) look(watched(slot));
    }
    for (const id of [...noted.keys(), ...quotas.keys()]) {
      const slot = cache.slotOf(id);
      if (slot !== null && Number.isNaN(unlistedAt[slot]!)) look(watched(slot));
    }
  }

  function later(): void {
    cancelSweep = clock.after(sweepMs, () => {
      sweep();
      later();
    });
  }

  /** Since when a device is at one place although it says that it moves. */
  function frozenSince(before: Noted | undefined, fix: Fix): number | null {
    const { movingAbove } = stateRules(host.settings());
    const moves = (fix.speed ?? 0) > movingAbove;
    if (!moves || fix.latitude === null || fix.at === null) return null;
    const isSame = before?.latitude === fix.latitude && before.longitude === fix.longitude;
    return isSame ? (before.frozenSince ?? fix.at) : fix.at;
  }

  function note(deviceId: string, fix: Fix): void {
    const since = frozenSince(noted.get(deviceId), fix);
    const hasCriticalAlert = fix.hasCriticalAlert === true;
    const isNotable = hasCriticalAlert || fix.alerts.length + fix.warnings.length > 0;
    if (!isNotable && since === null) {
      noted.delete(deviceId);
      return;
    }
    noted.set(deviceId, {
      alerts: fix.alerts,
      warnings: fix.warnings,
      hasCriticalAlert,
      latitude: fix.latitude ?? Number.NaN,
      longitude: fix.longitude ?? Number.NaN,
      frozenSince: since,
    });
  }

  return {
    seen: (deviceId, fix) => {
      const slot = cache.slotOf(deviceId);
      if (slot === null) return;
      if (fix) note(deviceId, fix);
      // The columns take gathered fixes a little later; what has just come is newer.
      const device = watched(slot);
      look({
        ...device,
        checkedAt: clock.now(),
        fixAt: fix?.at ?? device.fixAt,
        battery: fix ? fix.battery : device.battery,
      });
    },

    listed: (devices) => {
      quotas.clear();
      for (const { id, limits } of devices) {
        if (!limits) continue;
        const shares = [
          shareOf(limits.emailsSentToday, limits.dailyEmailLimit),
          shareOf(limits.smsSentToday, limits.dailySmsLimit),
        ];
        const used = Math.max(...shares);
        if (used > 0) quotas.set(id, used);
      }
      for (const id of quotas.keys()) {
        const slot = cache.slotOf(id);
        if (slot !== null) look(watched(slot));
      }
    },

    keyRefused: (fault) => {
      const memory = memoryOf(accountId);
      const text = 'The service refuses the API key: what is on screen grows old';
      const matter = { deviceId: accountId, kind: 'key', key: 'refused', isCritical: true, text };
      const isTold = fault !== null && host.settings().notifyKeyTrouble;
      if (isTold && isMuted(accountId)) return;
      take(accountId, isTold ? [matter] : [], memory);
    },

    snoozes,
    snooze: (deviceId, until) => {
      const { [deviceId ?? '']: _before, ...others } = snoozes();
      snoozed = until === null ? others : { ...others, [deviceId ?? '']: until };
      records.put(snoozeId, snoozed);
    },

    start: () => {
      cancelSweep?.();
      later();
    },
    stop: () => {
      isStopped = true;
      cancelSweep?.();
      cancelTelling?.();
    },
  };
}

/** A limit of 0 forbids; it is not one that runs out. */
function shareOf(sent: number | null, limit: number | null): number {
  return sent === null || limit === null || limit === 0 ? 0 : sent / limit;
}

/** One notification for all that is to be told, what is critical first. */
export function noticeOf(
  matters: readonly Condition[],
  label: (deviceId: string) => string,
): AlertNotice {
  const sorted = matters.toSorted((a, b) => Number(b.isCritical) - Number(a.isCritical));
  const ids = [...new Set(sorted.map(({ deviceId }) => deviceId))];
  const [first] = sorted;
  const [only] = ids;
  if (!first || only === undefined) return { title: 'Waypost', body: '', deviceId: null };
  const about = (id: string) => (id === accountId ? 'Waypost' : label(id));
  if (ids.length === 1) {
    const texts = [...new Set(sorted.map(({ text }) => text))];
    return {
      title: about(only),
      body: texts.join('. '),
      deviceId: only === accountId ? null : only,
    };
  }
  const lines = sorted
    .slice(0, namesShown)
    .map(({ deviceId, text }) => `${about(deviceId)}: ${text}`);
  const more = sorted.length - lines.length;
  const isOneKind = sorted.every(({ kind }) => kind === first.kind);
  return {
    title: isOneKind
      ? `${ids.length} devices: ${first.text}`
      : `${sorted.length} alerts on ${ids.length} devices`,
    body: `${lines.join('\n')}${more > 0 ? `\nand ${more} more` : ''}`,
    deviceId: null,
  };
}
