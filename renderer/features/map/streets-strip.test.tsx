import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { openFreeMapStyles } from '#shared/domain/online-map';
import { defaultSettings, type Settings } from '#shared/domain/settings';
import type { MapFile } from '#shared/domain/map-file';
import { mapRegions, sourceName, type MapStyle, type StyleState } from '#engines/map';
import { answer, notify } from '../../../test/support/window/main';
import { t } from '../../../test/support/english';
import { show } from '../../../test/support/window/show';
import { StreetsStrip } from './streets-strip';

const turin = { longitude: 7.68, latitude: 45.07 };

/** A map that stands at a place. */
function mapAt(first: number) {
  let zoom = first;
  let rested: Parameters<MapStyle['onRest']>[0] = () => {};
  const state = createStore<StyleState>(() => ({ is: 'shown', missing: [] }));
  const onRest: MapStyle['onRest'] = (listener) => {
    rested = listener;
    listener(turin, zoom);
    return () => {};
  };
  const moveTo = (next: number) => {
    zoom = next;
    act(() => rested(turin, zoom));
  };
  return { base: { state, onRest } as unknown as MapStyle, state, moveTo };
}

let settings: Settings;
const change = (part: Partial<Settings>) => {
  settings = { ...settings, ...part };
  notify.settings.changed(settings);
  return settings;
};
const setOnline = (isOnline: boolean) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline });
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
};

beforeEach(() => {
  settings = defaultSettings;
  answer('settings', { current: () => settings, change });
  answer('maps', { online: () => [] });
  notify.settings.changed(settings);
  mapRegions.setState({ regions: [] });
  setOnline(true);
});

const strip = () => screen.queryByRole('region', { name: t('map.streets') });

test('streets are offered from near only, where no map has them, until it is declined', async () => {
  const { base, moveTo } = mapAt(10);
  const { user } = show(<StreetsStrip base={base} />);
  expect(strip()).toBeNull();
  moveTo(11);
  expect(strip()?.textContent).toContain(t('map.streets.privacy'));
  const region = (west: number, maxZoom: number) => ({
    id: 'file',
    revision: 1,
    language: 'en',
    layers: null,
    facts: { bounds: [west, 45, west + 1, 46], minZoom: 0, maxZoom } as never,
  });
  act(() => mapRegions.setState({ regions: [region(8, 14), region(7, 8)] }));
  expect(strip()).not.toBeNull();
  act(() => mapRegions.setState({ regions: [region(7, 14)] }));
  expect(strip()).toBeNull();
  act(() => mapRegions.setState({ regions: [] }));
  await user.click(screen.getByRole('button', { name: t('map.streets.notNow') }));
  expect(settings.streetsDeclined).toBe(true);
  expect(strip()).toBeNull();
});

test('without a network only a map file is offered', () => {
  setOnline(false);
  show(<StreetsStrip base={mapAt(14).base} />);
  expect(strip()?.textContent).toContain(t('map.streets.offline'));
  expect(screen.queryByRole('button', { name: t('map.streets.show') })).toBeNull();
  expect(screen.getByRole('button', { name: t('map.layers.addFile') })).toBeTruthy();
});

test('an online map says that it loads, and that parts of it are missing', async () => {
  const name = 'OpenFreeMap, streets';
  change({ mapStyleUrl: openFreeMapStyles.light });
  const { base, state } = mapAt(14);
  const { user } = show(<StreetsStrip base={base} />);
  act(() => state.setState({ is: 'loading' }));
  expect(screen.getByRole('status').textContent).toBe(t('map.streets.loading', { map: name }));
  act(() => state.setState({ is: 'shown' }));
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => state.setState({ is: 'incomplete', missing: ['openmaptiles'] }));
  expect(strip()?.textContent).toContain(t('map.streets.incomplete', { map: name }));
  await user.click(screen.getByRole('button', { name: t('map.streets.hide') }));
  expect(strip()).toBeNull();
});

test('a map file with damaged parts is named, and none of the others', async () => {
  const files = ['company.pmtiles', 'sound.pmtiles'].map((name, at): MapFile => ({
    id: `file-${at}`,
    name,
    origin: 'place',
    state: 'ready',
    detail: '',
    facts: null,
    revision: 1,
  }));
  answer('maps', { online: () => [], files: () => files });
  notify.maps.filesChanged(files);
  const { base, state } = mapAt(3);
  const { user } = show(<StreetsStrip base={base} />);
  expect(strip()).toBeNull();
  act(() => state.setState({ is: 'incomplete', missing: [sourceName({ id: 'file-0' })] }));
  expect(screen.getByRole('status').textContent).toBe(
    t('map.streets.damaged', { map: 'company.pmtiles' }),
  );
  await user.click(screen.getByRole('button', { name: t('map.files') }));
  expect(window.location.hash).toBe('#/settings');
  act(() => state.setState({ is: 'shown', missing: [] }));
  expect(strip()).toBeNull();
});
