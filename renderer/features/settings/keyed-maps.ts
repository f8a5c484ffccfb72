import { useStore } from 'zustand';
import {
  keyedMapOf,
  keyedMapStyle,
  styleMapId,
  type KeyedMapState,
} from '#shared/domain/online-map';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';
import { useSettings } from './store';

export const keyedMapsMirror = createMirror<KeyedMapState[]>(
  () => api.maps.online(),
  (listener) => api.maps.onOnlineChanged(listener),
);

const none: KeyedMapState[] = [];

/** The online maps with a key that were set up; null until main has answered. */
export const useKeyedMaps = (): KeyedMapState[] =>
  useStore(keyedMapsMirror, ({ value }) => value ?? none);

/** The address of the style to draw; empty: the bundled map, also while a chosen map cannot be used. */
export function useMapStyleUrl(): string {
  const { mapStyleUrl } = useSettings();
  const states = useStore(keyedMapsMirror, ({ value }) => value);
  return shownStyle(mapStyleUrl, states);
}

/** `states`: null until main has answered. */
export function shownStyle(chosen: string, states: readonly KeyedMapState[] | null): string {
  const map = keyedMapOf(chosen);
  // Main requests it; the address in the query makes the map load another one.
  if (!map) return chosen && `${keyedMapStyle(styleMapId)}?${encodeURIComponent(chosen)}`;
  const state = states?.find(({ id }) => id === map.id);
  // The revision makes a map load again that could not be loaded before.
  return state?.trouble === null ? `${chosen}?${state.revision}` : '';
}
