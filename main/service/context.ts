import type { Meter } from './meter';
import type { Quirks } from './quirks';
import type { Store } from './store';

/** The numbers of an account; all of them can change while the service runs. */
export interface Terms {
  tokenLifetimeSeconds: number;
  /** null: no limit. */
  callsPerMinute: number | null;
  /** Results of one device that may be consulted in a day of the account; null: no limit. */
  dailyResultsPerDevice: number | null;
  licences: number;
}

/** What every call of the service works with. */
export interface ServiceContext {
  store: Store;
  /** Epoch milliseconds; the clock is handed in. */
  now: () => number;
  timeZone: string;
  userName: string;
  terms: Terms;
  quirks: Quirks;
  /** False: a plain service that announces nothing and writes no limits. */
  extensions: boolean;
  meter: Meter;
}
