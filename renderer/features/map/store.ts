import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MapEngine, Stack } from './fleet/map-engine-types';

export interface MapUi {
  /** null while there is no map, or none can be shown. */
  engine: MapEngine | null;
  isFollowing: boolean;
  /** The person panned away from what was followed a moment ago. */
  canResume: boolean;
  stack: Stack | null;
  isLegendOpen: boolean;
  /** Why there is no map, or not the one that was asked for. */
  trouble: 'noWebGl' | 'styleFailed' | null;
}

/** How long "Resume following" is offered. */
const resumeMs = 10_000;

export interface MapStore extends StoreApi<MapUi> {
  /** The engine follows now, or let go. */
  followChanged(isFollowing: boolean): void;
  /** The person asks to follow, or not to. */
  follow(isOn: boolean): void;
}

/** What the map's buttons show. The selection lives in the fleet client, positions in the worker. */
export function createMapStore(
  after: (ms: number, callback: () => void) => void = setTimeoutFor,
): MapStore {
  const store = createStore<MapUi>(() => ({
    engine: null,
    isFollowing: false,
    canResume: false,
    stack: null,
    isLegendOpen: false,
    trouble: null,
  }));
  let releases = 0;
  let isAsked = false;
  return {
    ...store,
    followChanged(isFollowing) {
      const isPannedAway = !isFollowing && !isAsked;
      store.setState({ isFollowing, canResume: isPannedAway });
      if (!isPannedAway) return;
      releases += 1;
      const release = releases;
      after(resumeMs, () => {
        if (release === releases) store.setState({ canResume: false });
      });
    },
    follow(isOn) {
      isAsked = true;
      store.getState().engine?.setFollow(isOn);
      isAsked = false;
    },
  };
}

function setTimeoutFor(ms: number, callback: () => void): void {
  setTimeout(callback, ms);
}

/** Brings a device into the middle of the map; for a row that is chosen again. */
export async function revealOnMap(store: MapStore, id: string): Promise<boolean> {
  return (await store.getState().engine?.reveal(id)) ?? false;
}
