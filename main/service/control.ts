import type { Terms } from './meter';
import { type Access, isSameSecret } from './access';
import { changed, type ServiceContext } from './context';
import { demoDevice } from './demo/fleet';
import type { Faults, FaultSwitches } from './faults';
import type { Quirks } from './quirks';
import { readAs } from './body';
import { usedLicences } from './routes/devices';
import { storeAlerts, locationSchema } from './routes/reports';
import type { DeviceRow } from './store';
import { dayOf } from './rules/calendar';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

/** Properties of a device added by a test; the others are empty. */
type NewDevice = Partial<Omit<DeviceRow, 'demo' | 'counters'>> & { id: string };

interface Clock {
  now(): number;
  advance(milliseconds: number): void;
}

/** Callers without a token choose paths too: further and longer ones are counted together. */
const mostNames = 10_000;
const longestName = 300;
const otherCalls = 'other calls';

export class CallLog {
  readonly #counts = new Map<string, number>();

  note(method: string, path: string): void {
    const own = `${method} ${path}`;
    const isNamed =
      this.#counts.has(own) || (this.#counts.size < mostNames && own.length <= longestName);
    const name = isNamed ? own : otherCalls;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  reset(): void {
    this.#counts.clear();
  }
}

export type ServiceControl = ReturnType<typeof createControl>;

/** Operations for tests on a running service that no client can perform. */
export function createControl(
  context: ServiceContext,
  access: Access,
  faults: FaultSwitches,
  clock: Clock,
  log: CallLog,
  seed: number,
) {
  const moment = () => new Date(context.now()).toISOString();
  return {
    setFaults: (next: Faults | null) => faults.set(next),
    setQuirks: (quirks: Partial<Quirks>) => void Object.assign(context.quirks, quirks),
    setTerms: (terms: Partial<Terms>) => void Object.assign(context.terms, terms),
    /** Issues a new key and revokes the old one immediately. */
    regenerateKey: () => access.regenerateKey(),
    /** Revokes every token issued so far. */
    revokeTokens: () => access.revokeTokens(),
    /** Moves the service's clock forward, vehicles and expiry dates with it. */
    advance: (milliseconds: number) => clock.advance(milliseconds),
    now: () => context.now(),
    /** Calls since the start or the last reset, as `METHOD path` to count. */
    calls: () => log.counts(),
    resetCalls: () => log.reset(),
    async addDevice(device: NewDevice) {
      const today = dayOf(context.now(), context.timeZone);
      const row: DeviceRow = {
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
      };
      await context.store.devices.save([row]);
    },
    /** Adds seeded demo devices until the fleet has this many. */
    async growFleet(devices: number) {
      const { now, timeZone, quirks } = context;
      await changed(context, async (context) => {
        const all = [...(await context.store.devices.all())];
        const have = all.filter(({ demo }) => demo !== null).length;
        const more = Array.from({ length: Math.max(0, devices - have) }, (_, i) =>
          demoDevice(seed, have + i, now(), timeZone, quirks.expiryEnds),
        );
        await context.store.devices.save(more);
        const used = await usedLicences(context);
        context.terms.licences = Math.max(context.terms.licences, used);
      });
    },
    async removeDevice(id: string) {
      await context.store.change((store) => store.deleteDevice(id));
    },
    /** Stores a location record as if the tracker had sent it; `dateTime` defaults to now. */
    async setFix(deviceId: string, location: Record<string, unknown>) {
      const { dateTime, ...record } = readAs(locationSchema, { dateTime: moment(), ...location });
      const fix = { deviceId, at: dateTime, arrivedAt: context.now(), record };
      await context.store.change((store) => store.saveFixes([fix]));
    },
    /** Raises an alert; `dateTime` defaults to now. */
    async raiseAlert(deviceId: string, alert: Record<string, unknown>) {
      await storeAlerts(context, deviceId, [{ dateTime: moment(), ...alert }]);
    },
  };
}

/**
 * The control of a running service for tests in another process: `POST /_control/{name}` with an
 * array of arguments as body; responds with `{ result }`. The path exists only with a control token.
 */
export function serveControl(
  app: Hono<{ Bindings: HttpBindings }>,
  control: ServiceControl,
  token: string,
): void {
  app.post('/_control/:name', async (c) => {
    if (!isSameSecret(c.req.header('authorization') ?? '', `Bearer ${token}`))
      return c.json({ error: 'token' }, 401);
    const name = c.req.param('name');
    if (!Object.hasOwn(control, name)) return c.json({ error: 'There is no such control.' }, 404);
    const call = control[name as keyof ServiceControl] as (...args: unknown[]) => unknown;
    const given: unknown = await c.req.json().catch(() => []);
    try {
      const result = await call(...(Array.isArray(given) ? (given as unknown[]) : []));
      return c.json({ result: result ?? null });
    } catch (error) {
      return c.json({ error: error instanceof Error ? error.message : String(error) }, 400);
    }
  });
}
