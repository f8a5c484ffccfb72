import type { Meter } from './meter';
import type { LocationMember } from './options';
import type { Quirks } from './quirks';
import type { Store } from './store';
import type { Terms } from './terms';

/** The dependencies of every call. */
export interface ServiceContext {
  store: Store;
  /** Injected clock, epoch milliseconds. */
  now: () => number;
  timeZone: string;
  userName: string;
  terms: Terms;
  quirks: Quirks;
  locationMember: LocationMember;
  /** False: no limits, no activation, no announcements. */
  extensions: boolean;
  /** True: nothing beyond the specification. */
  isPlain: boolean;
  meter: Meter;
}
