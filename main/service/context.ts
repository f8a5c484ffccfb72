import type { Meter, Terms } from './meter';
import type { Quirks } from './quirks';
import type { Store, DemoArea } from './store';

/** The dependencies of every call. */
export interface ServiceContext {
  store: Store;
  /** Injected clock, epoch milliseconds. */
  now: () => number;
  timeZone: string;
  terms: Terms;
  quirks: Quirks;
  locationMember: LocationMember;
  /** False: no limits, no activation, no announcements. */
  extensions: boolean;
  /** True: nothing beyond the specification. */
  isPlain: boolean;
  meter: Meter;
}

/** Runs `work` in a change of the store, with a context whose store is that of the change. */
export const changed = <T>(
  context: ServiceContext,
  work: (context: ServiceContext) => Promise<T>,
): Promise<T> => context.store.change((store) => work({ ...context, store }));

/**
 * What `location` means in a body of `POST …/locations`, on which the documents disagree (wire contract
 * 3.6). `any`, the default: one or several records to store, with or without a range beside them.
 * The others take one record beside `from` and `to`, as the live pages list it, answer with the
 * locations of that range, and take no alerts. `stored`: it is stored; without it the call is a query.
 * `required`: the same, but a query is refused. `ignored`: every call is a query.
 */
export type LocationMember = 'any' | 'stored' | 'required' | 'ignored';

/** One line of the log. */
export interface AnsweredCall {
  at: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  /** What went wrong inside the service: the kind, and where, but not the data. */
  fault?: string;
}

export interface ServiceOptions {
  /** Folder of the SQLite file; absent: in memory. */
  dataFolder?: string;
  /** 0, the default, takes a free port. */
  port?: number;
  /** The address to listen on; absent: 127.0.0.1, and calls must name this computer as their host. */
  host?: string;
  /** PEM texts; with them the service speaks TLS only. */
  tls?: { cert: string; key: string };
  /** How long calls that have begun may take when the service stops; 0, the default: none. */
  drainMs?: number;
  /** Told about every answered call, without headers and bodies. */
  log?: (call: AnsweredCall) => void;
  /** The same seed gives the same demo fleet. */
  seed?: number;
  /** Size of the demo fleet; 0 is an empty account. Only used for a new store. */
  devices?: number;
  /** `city`: the demo fleet drives in one city; absent: in cities around the world. */
  area?: DemoArea;
  /** Epoch milliseconds. */
  now?: () => number;
  tokenLifetimeSeconds?: number;
  /** null, the default: no limit. */
  callsPerMinute?: number | null;
  dailyResultsPerDevice?: number | null;
  /** Licences of the account; default: a few more than the fleet uses. */
  licences?: number;
  /** IANA zone of the account; its midnight starts a new day. */
  timeZone?: string;
  userName?: string;
  /** Generated when absent. */
  apiKey?: string;
  quirks?: Partial<Quirks>;
  locationMember?: LocationMember;
  /** False: a service as its documentation of today shows it, without limits, licences and activation. */
  extensions?: boolean;
  /**
   * True: exactly the specification. Limits, counters, licences and the activation are in it (sections
   * 2.3, 3 and 8); announcements in the token response and other changes of a device are not.
   */
  plain?: boolean;
  /** Host names besides those of this computer, for a test that puts a proxy before the service. */
  hosts?: readonly string[];
  /** Enables `/_control` for callers with this token, for tests in another process. */
  controlToken?: string;
}

export const defaultDevices = 400;
export const defaultSeed = 42;
export const defaultUserName = 'demo-fleet';
export const defaultTimeZone = 'Europe/Paris';
export const defaultTokenLifetimeSeconds = 3600;
