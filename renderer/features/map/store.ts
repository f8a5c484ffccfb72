import { createContext, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coordinates } from '#shared/domain/coordinates';
import type { Message, PlainKey } from '#shared/i18n/translate';
import { onAccountLeft } from '#lib/account-scope';
import type { MapEngine, Stack } from '#engines/map';

/** What the heat shows: devices where they are now, or alerts of the last hours. */
export type HeatChoice = 'off' | 'devices' | AlertHeat;
export type AlertHeat = 'alerts24h' | 'alerts7d' | 'alerts30d';

export interface MapUi {
  /** null while there is no map, or none can be shown. */
  engine: MapEngine | null;
  isFollowing: boolean;
  /** The user panned away from the followed device a moment ago. */
  canResume: boolean;
  stack: Stack | null;
  /** The panel that is open besides those of the ruler and the heat, which are behind it meanwhile. */
  panel: 'goTo' | 'legend' | null;
  /** The graphics driver cannot draw a map. */
  isUnavailable: boolean;
  /** null: the ruler is off; its first point may be known. */
  ruler: { start: Coordinates | null } | null;
  marker: Coordinates | null;
  heat: HeatChoice;
  /** What the heat shows, in words. */
  heatNotes: readonly Message[];
  /** What other features do with a position of the map. */
  positionActions: readonly PositionAction[];
  /** What another feature does with what was measured; null: nothing. */
  measuredAction: MeasuredAction | null;
}

export interface MeasuredAction {
  name: PlainKey;
  title: PlainKey;
  run: (points: readonly Coordinates[]) => void;
}

export interface PositionAction {
  name: PlainKey;
  run: (at: Coordinates) => void;
}

const noTools = { ruler: null, marker: null, heat: 'off' } as const;

/** How long "Resume following" is offered. */
const resumeMs = 10_000;

export interface MapStore extends StoreApi<MapUi> {
  /** The engine started or stopped following; `isOther`: because another device was selected. */
  followChanged(isFollowing: boolean, isOther?: boolean): void;
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
    panel: null,
    isUnavailable: false,
    ...noTools,
    heatNotes: [],
    positionActions: [],
    measuredAction: null,
  }));
  // What the tools show belongs to the account.
  onAccountLeft(() => store.setState(noTools));
  let releases = 0;
  let isUserAction = false;
  return {
    ...store,
    followChanged(isFollowing, isOther = false) {
      const isPannedAway = !isFollowing && !isUserAction && !isOther;
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
      store.getState().engine?.camera.follow(isOn);
      isUserAction = false;
    },
  };
}

function setTimeoutFor(ms: number, callback: () => void): void {
  setTimeout(callback, ms);
}

/** Centres a device on the map, for a row that is selected again. */
export async function revealOnMap(store: MapStore, id: string): Promise<boolean> {
  return (await store.getState().engine?.camera.reveal(id)) ?? false;
}

const MapStoreContext = createContext<MapStore | null>(null);
export const MapStoreProvider = MapStoreContext.Provider;

/** The store of the fleet's map, for controls outside of it. */
export function useMapStore(): MapStore {
  const store = useContext(MapStoreContext);
  if (!store) throw new Error('There is no MapStoreProvider above.');
  return store;
}
