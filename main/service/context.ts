import type { Meter } from './meter';
import type { Quirks } from './quirks';
import type { Store } from './store';
import type { Terms } from './terms';

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
