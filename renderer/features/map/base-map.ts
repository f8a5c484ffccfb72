import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  keyedMapOf,
  keyedMapStyle,
  openFreeMapStyles,
  providerOf,
  styleMapId,
  type KeyedMapState,
} from '#shared/domain/online-map';
import { bundledStyle, type StyleSource } from '#engines/map';
import { settingsMirror, useSettings } from '#features/settings';
import { api } from '#lib/api';
import type { ColourScheme } from '#lib/device-state-look';
import { changeSettings } from '#lib/change-settings';
import { message, type Said } from '#shared/i18n/translate';
import { createMirror } from '#lib/mirror';

const keyedMapsMirror = createMirror<KeyedMapState[]>(
  () => api.maps.online(),
  (listener) => api.maps.onOnlineChanged(listener),
);

const none: KeyedMapState[] = [];

/** The online maps with a key that were set up; none until main has answered. */
export const useKeyedMaps = (): KeyedMapState[] =>
  useStore(keyedMapsMirror, ({ value }) => value ?? none);

/** The loads of the online map by all maps of the window. `failed`: the address that could not be loaded. */
const loads = createStore<{ tries: number; failed: string | null }>(() => ({
  tries: 0,
  failed: null,
}));

/** Loads the online map again, on all maps of the window. */
export const loadAgain = () => loads.setState(({ tries }) => ({ tries: tries + 1, failed: null }));

/** An online style could not be loaded: all maps show the bundled one. */
export const styleFailed = (address: string | undefined) =>
  loads.setState({ failed: address ?? null });

const latestAddress = () =>
  addressOf(
    settingsMirror.getState().value?.mapStyleUrl ?? '',
    keyedMapsMirror.getState().value,
    loads.getState().tries,
  );

/** The style that every map of the window shows at present. */
export function currentStyle(theme: ColourScheme): StyleSource {
  const address = latestAddress();
  return address === '' || address === loads.getState().failed ? bundledStyle(theme) : address;
}

interface OnlineMapUse {
  /** Changes when the online map has to be loaded again; empty: none is chosen, or it cannot be used. */
  address: string;
  isFailed: boolean;
}

/** The online map that is shown, or would be. */
export function useOnlineMap(): OnlineMapUse {
  const { mapStyleUrl } = useSettings();
  const states = useStore(keyedMapsMirror, ({ value }) => value);
  const { tries, failed } = useStore(loads);
  const address = addressOf(mapStyleUrl, states, tries);
  return { address, isFailed: address !== '' && address === failed };
}

/** `states`: null until main has answered. `tries`: a map loads again when the address changes. */
export function addressOf(
  chosen: string,
  states: readonly KeyedMapState[] | null,
  tries = 0,
): string {
  const map = keyedMapOf(chosen);
  const again = tries === 0 ? '' : `&${tries}`;
  if (!map) {
    // Main requests it; the address in the query makes the map load another one.
    return chosen && `${keyedMapStyle(styleMapId)}?${encodeURIComponent(chosen)}${again}`;
  }
  const state = states?.find(({ id }) => id === map.id);
  // The revision makes a map load again that could not be loaded before.
  return state?.trouble === null ? `${chosen}?${state.revision}${again}` : '';
}

/** The name of an online map. */
export const onlineMapName = (style: string): Said =>
  keyedMapOf(style)?.name ?? providerOf(style)?.name ?? message('map.online.own');

/** Shows the streets of OpenFreeMap, after main has asked whether its server may be contacted. */
export async function showStreets(theme: ColourScheme): Promise<void> {
  await changeSettings({ mapStyleUrl: openFreeMapStyles[theme] });
  if (loads.getState().failed !== null) loadAgain();
}

/** The streets of OpenFreeMap are dark on a dark page, whenever the theme changes. */
export function useStreetsInTheme(theme: ColourScheme): void {
  const { mapStyleUrl } = useSettings();
  const isOther = mapStyleUrl === openFreeMapStyles[theme === 'dark' ? 'light' : 'dark'];
  useEffect(() => {
    if (isOther) void changeSettings({ mapStyleUrl: openFreeMapStyles[theme] });
  }, [isOther, theme]);
}
