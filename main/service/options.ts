import type { Quirks } from './quirks';

export interface ServiceOptions {
  /** Folder of the SQLite file; absent: in memory. */
  dataFolder?: string;
  /** Always bound to 127.0.0.1; 0, the default, takes a free port. */
  port?: number;
  /** The same seed gives the same demo fleet. */
  seed?: number;
  /** Size of the demo fleet; 0 is an empty account. Only used for a new store. */
  devices?: number;
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
  /** False: a plain service, without limits, activation and announcements. */
  extensions?: boolean;
  /** Enables `/_control` for callers with this token, for tests in another process. */
  controlToken?: string;
}

export const defaultDevices = 400;
export const defaultSeed = 42;
export const defaultUserName = 'demo-fleet';
export const defaultTimeZone = 'Europe/Paris';
export const defaultTokenLifetimeSeconds = 3600;
