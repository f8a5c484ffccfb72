import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';
import { createAccess, createAccount, isOwnHost, newApiKey, ownHostOnly } from './access';
import { createApp } from './app';
import {
  type ServiceContext,
  defaultDevices,
  defaultSeed,
  defaultTimeZone,
  defaultTokenLifetimeSeconds,
  defaultUserName,
  type ServiceOptions,
} from './context';
import { CallLog, createControl, type ServiceControl, serveControl } from './control';
import { demoAlerts, demoDevice, expired } from './demo/fleet';
import { demoGroups, demoUsers } from './demo/people';
import { randomFor } from './demo/random';
import { createFaults } from './faults';
import { createMeter } from './meter';
import { defaultQuirks, type Quirks } from './quirks';
import { usedLicences } from './routes/devices';
import { openSqlite } from './sqlite';
import type { DemoArea, Store } from './store';

export type { ServiceControl } from './control';
export type { Faults } from './faults';
export type { LocationMember, ServiceOptions } from './context';
export type { Quirks } from './quirks';

export interface RunningService {
  /** Base address without a trailing slash. */
  url: string;
  userName: string;
  apiKey: string;
  stop(): Promise<void>;
  control: ServiceControl;
}

const loopback = '127.0.0.1';

/** Fills a new store with the demo fleet in one transaction; leaves an existing one alone. */
function seedStore(
  store: Store,
  options: {
    seed: number;
    devices: number;
    timeZone: string;
    licences: number | undefined;
    area: DemoArea | undefined;
  },
  expiryEnds: Quirks['expiryEnds'],
  now: number,
): Promise<void> {
  const { seed, devices, timeZone, licences, area } = options;
  return store.change(async (store) => {
    if ((await store.setting('seededAt')) !== null) return;
    let free = licences ?? Infinity;
    const fleet = Array.from({ length: devices }, (_, i) => {
      const device = demoDevice(seed, i, now, timeZone, expiryEnds, area);
      if (free === 0) return expired(device, i, now, timeZone);
      if (device.isActive) free -= 1;
      return device;
    });
    await store.devices.save(fleet);
    await store.addAlerts(fleet.flatMap((device) => demoAlerts(device, now)));
    if (devices > 0) {
      const groups = demoGroups(fleet, now);
      await store.groups.save(groups);
      await store.users.save(demoUsers(groups, fleet[0]?.id ?? null, now));
    }
    const used = fleet.filter(({ isActive }) => isActive).length;
    const spare = Math.max(1, Math.round(devices / 100));
    await store.setSetting('licences', String(licences ?? used + spare));
    await store.setSetting('seededAt', String(now));
  });
}

/** Refuses fewer licences than are in use, which no account can have. */
async function requireLicences(context: ServiceContext, total: number): Promise<void> {
  const used = await usedLicences(context);
  if (used > total)
    throw new Error(`The devices use ${used} licences, so the account cannot have ${total}.`);
}

/** More would be kept waiting by the database anyway. */
const mostConnections = 2_000;

function listening(
  app: { fetch: Parameters<typeof serve>[0]['fetch'] },
  { port = 0, host = loopback, tls }: ServiceOptions,
) {
  const secure = tls && { createServer: createTlsServer, serverOptions: tls };
  return new Promise<ServerType>((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port, ...secure }, () =>
      resolve(server),
    );
    server.maxConnections = mostConnections;
    server.once('error', reject);
  });
}

/** Takes no more calls, and waits for those that have begun. */
async function stopped(server: ServerType, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
  if (!('closeAllConnections' in server)) return closed;
  // An open keep-alive connection must not delay the shutdown.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const last = setTimeout(() => server.closeAllConnections(), drainMs);
  if (drainMs === 0) server.closeAllConnections();
  await closed.finally(() => {
    clearInterval(idle);
    clearTimeout(last);
  });
}

/**
 * Starts the service; rejects if the port or the data folder is unavailable. `store`: the database, which
 * is closed with the service; without one it is SQLite in the folder of the options.
 */
export async function startService(
  options: ServiceOptions = {},
  store: Store = openSqlite(options.dataFolder ?? null),
): Promise<RunningService> {
  const { seed = defaultSeed, timeZone = defaultTimeZone, extensions = true } = options;
  const given = options.now ?? Date.now;
  let ahead = 0;
  const clock = {
    now: () => given() + ahead,
    advance: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
  try {
    const { devices = defaultDevices, licences } = options;
    const quirks = { ...defaultQuirks, ...options.quirks };
    const fleet = { seed, devices, timeZone, licences, area: options.area };
    await seedStore(store, fleet, quirks.expiryEnds, clock.now());
    const terms = {
      tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? defaultTokenLifetimeSeconds,
      callsPerMinute: options.callsPerMinute ?? null,
      dailyResultsPerDevice: options.dailyResultsPerDevice ?? null,
      licences: licences ?? Number(await store.setting('licences')),
    };
    const userName = options.userName ?? defaultUserName;
    const context: ServiceContext = {
      store,
      now: clock.now,
      timeZone,
      terms,
      quirks,
      locationMember: options.locationMember ?? 'any',
      extensions,
      isPlain: options.plain ?? false,
      meter: createMeter(store, clock.now, timeZone, terms, quirks),
    };
    if (licences !== undefined) await requireLicences(context, licences);
    const apiKey = options.apiKey ?? newApiKey();
    await createAccount(store, userName, apiKey);
    const access = createAccess(context);
    // An address of IPv6 is written in brackets.
    const host = (options.host ?? loopback).replace(/^[^[]*:.*$/, '[$&]');
    const faults = createFaults(randomFor(seed, 'faults'));
    const log = new CallLog();
    const control = createControl(context, access, faults, clock, log, seed);
    const app = createApp(
      context,
      access,
      faults,
      (method, path) => log.note(method, path),
      // By a name of its own, a web page cannot reach what has no secret but the key.
      isOwnHost(host) ? ownHostOnly(options.hosts) : (_, next) => next(),
      options.log,
    );
    if (options.controlToken) serveControl(app, control, options.controlToken);
    const server = await listening(app, options);
    const { port } = server.address() as AddressInfo;
    return {
      url: `${options.tls ? 'https' : 'http'}://${host}:${port}`,
      userName,
      apiKey,
      control,
      stop: async () => {
        await stopped(server, options.drainMs ?? 0);
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
