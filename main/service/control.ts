import type { Access } from './access';
import type { ServiceContext } from './context';
import { demoDevice } from './demo/fleet';
import type { Faults, FaultSwitches } from './faults';
import type { Quirks } from './quirks';
import { readAs } from './body';
import { devicesNow } from './routes/device-record';
import { storeAlerts } from './routes/reports';
import { locationSchema } from './routes/report-schemas';
import type { DeviceRow } from './store';
import { dayOf } from './rules/calendar';
import { usedLicences } from './rules/licences';
import type { Terms } from './terms';

/** Properties of a device added by a test; the others are empty. */
export type NewDevice = Partial<Omit<DeviceRow, 'demo' | 'counters'>> & { id: string };

/** Operations for tests on a running service that no client can perform. */
export interface ServiceControl {
  setFaults(faults: Faults | null): void;
  setQuirks(quirks: Partial<Quirks>): void;
  setTerms(terms: Partial<Terms>): void;
  /** Issues a new key and revokes the old one immediately. */
  regenerateKey(): string;
  /** Revokes every token issued so far. */
  revokeTokens(): void;
  /** Moves the service's clock forward, vehicles and expiry dates with it. */
  advance(milliseconds: number): void;
  now(): number;
  /** Calls since the start or the last reset, as `METHOD path` to count. */
  calls(): Record<string, number>;
  resetCalls(): void;
  addDevice(device: NewDevice): Promise<void>;
  /** Adds seeded demo devices until the fleet has this many. */
  growFleet(devices: number): Promise<void>;
  removeDevice(id: string): Promise<void>;
  /** Stores a location record as if the tracker had sent it; `dateTime` defaults to now. */
  setFix(deviceId: string, location: Record<string, unknown>): Promise<void>;
  /** Raises an alert; `dateTime` defaults to now. */
  raiseAlert(deviceId: string, alert: Record<string, unknown>): Promise<void>;
}

export interface Clock {
  now(): number;
  advance(milliseconds: number): void;
}

export interface CallLog {
  note(method: string, path: string): void;
  counts(): Record<string, number>;
  reset(): void;
}

/** Callers without a token choose paths too: further and longer ones are counted together. */
const mostNames = 10_000;
const longestName = 300;
const otherCalls = 'other calls';

export function createCallLog(): CallLog {
  const counts = new Map<string, number>();
  return {
    note: (method, path) => {
      const own = `${method} ${path}`;
      const isNamed = counts.has(own) || (counts.size < mostNames && own.length <= longestName);
      const name = isNamed ? own : otherCalls;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    counts: () => Object.fromEntries(counts),
    reset: () => counts.clear(),
  };
}

export function createControl(
  context: ServiceContext,
  access: Access,
  faults: FaultSwitches,
  clock: Clock,
  log: CallLog,
  seed: number,
): ServiceControl {
  const moment = () => new Date(context.now()).toISOString();
  return {
    setFaults: (next) => faults.set(next),
    setQuirks: (quirks) => void Object.assign(context.quirks, quirks),
    setTerms: (terms) => void Object.assign(context.terms, terms),
    regenerateKey: () => access.regenerateKey(),
    revokeTokens: () => access.revokeTokens(),
    advance: (milliseconds) => clock.advance(milliseconds),
    now: () => context.now(),
    calls: () => log.counts(),
    resetCalls: () => log.reset(),
    async addDevice(device) {
      const today = dayOf(context.now(), context.timeZone);
      await context.store.saveDevice({
        name: device.id,
        description: null,
        phone: null,
        tags: {},
        limits: {
          expires: false,
          expirationDate: null,
          dailyEmailLimit: null,
          dailySmsLimit: null,
        },
        isActive: true,
        ...device,
        counters: { day: today, emails: 0, sms: 0 },
        demo: null,
      });
    },
    async growFleet(devices) {
      await context.store.change(async (records) => {
        const have = [...(await records.devices())].filter(({ demo }) => demo !== null).length;
        for (let i = have; i < devices; i += 1) {
          const { now, timeZone, quirks } = context;
          await records.saveDevice(demoDevice(seed, i, now(), timeZone, quirks.expiryEnds));
        }
        const used = usedLicences(await devicesNow(context, records));
        context.terms.licences = Math.max(context.terms.licences, used);
      });
    },
    removeDevice: (id) => context.store.deleteDevice(id),
    async setFix(deviceId, location) {
      const { dateTime, ...record } = readAs(locationSchema, { dateTime: moment(), ...location });
      await context.store.saveFix({ deviceId, at: dateTime, arrivedAt: context.now(), record });
    },
    async raiseAlert(deviceId, alert) {
      await storeAlerts(context, deviceId, [{ dateTime: moment(), ...alert }]);
    },
  };
}
