import type { Coordinates } from '#shared/domain/coordinates';
import { createAccountStore } from '#lib/account-scope';

/** What the nearest devices are listed of. */
export type NearestOf =
  { kind: 'point'; at: Coordinates } | { kind: 'device'; id: string; label: string };

export interface NearbyState {
  /** null: nothing was asked for. */
  of: NearestOf | null;
  /** The list is shown; otherwise the details of one of its devices. */
  isOpen: boolean;
  /** Only positions of at most this age; null for all. */
  maxAgeMs: number | null;
  onlyMatching: boolean;
}

const closed: NearbyState = { of: null, isOpen: false, maxAgeMs: null, onlyMatching: false };

const store = createAccountStore<NearbyState>(closed);

/** The list of nearest devices. */
export const nearbyStore = {
  ...store,
  open(of: NearestOf) {
    store.setState({ of, isOpen: true });
    window.location.hash = '#/fleet';
  },
  /** The details of a device are shown instead. */
  leave: () => store.setState({ isOpen: false }),
  back: () => store.setState({ isOpen: true }),
  close: () => store.setState(closed),
};
