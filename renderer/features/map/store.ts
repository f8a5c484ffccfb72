import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MapEngine, Stack } from './fleet/map-engine-types';

export interface MapUi {
  /** null while there is no map, or none can be shown. */
  engine: MapEngine | null;
  isFollowing: boolean;
  /** The user panned away from the followed device a moment ago. */
  canResume: boolean;
  stack: Stack | null;
  isLegendOpen: boolean;
  /** Why there is no map, or not the chosen one. */
  trouble: 'noWebGl' | 'styleFailed' | null;
}

/** How long "Resume following" is offered. */
const resumeMs = 10_000;

export interface MapStore extends StoreApi<MapUi> {
  /** The engine started or stopped following. */
  followChanged(isFollowing: boolean): void;
  /** The user turned following on or off. */
  follow(isOn: boolean): void;
}

/** The state of the map's controls. The fleet client has the selection, the worker the positions. */
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
  let isUserAction = false;
  return {
    ...store,
    followChanged(isFollowing) {
      const isPannedAway = !isFollowing && !isUserAction;
      store.setState({ isFollowing, canResume: isPannedAway });
      if (!isPannedAway) return;
      releases += 1;
      const release = releases;
      after(resumeMs, () => {
        if (release === releases) store.setState({ canResume: false });
      });
    },
    follow(isOn) {
      isUserAction = true;
      store.getState().engine?.setFollow(isOn);
      isUserAction = false;
    },
  };
}

function setTimeoutFor(ms: number, callback: () => void): void {
  setTimeout(callback, ms);
}

/** Centres a device on the map, for a row that is selected again. */
export async function revealOnMap(store: MapStore, id: string): Promise<boolean> {
  return (await store.getState().engine?.reveal(id)) ?? false;
}
