import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { MapFile } from '#shared/domain/map-file';
import { keyedMapStyle, openFreeMapStyles, type KeyedMapId } from '#shared/domain/online-map';
import { defaultSettings, type Settings } from '#shared/domain/settings';
import { answer, notify } from '../../../test/support/window/main';
import { t } from '../../../test/support/english';
import { show } from '../../../test/support/window/show';
import { useStreetsInTheme } from './base-map';
import { LayersButton } from './layers';

const file = (id: string): MapFile => ({
  id,
  name: `${id}.pmtiles`,
  origin: 'place',
  revision: 1,
  state: 'ready',
  detail: '',
  facts: null,
});

let settings: Settings;
let files: MapFile[];
const change = (part: Partial<Settings>) => {
  settings = { ...settings, ...part };
  notify.settings.changed(settings);
  return settings;
};

beforeEach(() => {
  settings = defaultSettings;
  files = [];
  answer('settings', { current: () => settings, change });
  answer('session', { current: () => ({ phase: 'closed', known: [] }) as never });
  answer('maps', { files: () => files, online: () => [] });
  notify.settings.changed(settings);
  notify.maps.filesChanged(files);
  notify.maps.onlineChanged([]);
});

async function open() {
  const shown = show(<LayersButton />);
  await shown.user.click(screen.getByRole('button', { name: t('map.layers') }));
  return shown;
}
const layer = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });
const isOn = (name: string) => (layer(name) as HTMLInputElement).checked;

test('offline maps are hidden one by one, all at once, and shown again', async () => {
  files = [file('harbour'), file('alps')];
  notify.maps.filesChanged(files);
  // Of a file that is not there at present.
  change({ hiddenMaps: ['gone'] });
  const { user } = await open();
  const map = (name: string) => screen.getByRole('checkbox', { name: `${name}.pmtiles` });
  expect(isOn('Offline')).toBe(true);
  await user.click(map('alps'));
  expect(settings.hiddenMaps).toEqual(['gone', 'alps']);
  expect(isOn('Offline')).toBe(true);
  await user.click(map('harbour'));
  expect(isOn(t('map.layers.none'))).toBe(true);
  await user.click(map('alps'));
  expect(settings.hiddenMaps).toEqual(['gone', 'harbour']);
  await user.click(layer(t('map.layers.none')));
  expect(settings.hiddenMaps).toEqual(['gone', 'harbour', 'alps']);
  await user.click(layer('Offline'));
  expect(settings.hiddenMaps).toEqual(['gone']);
});

test('streets are one choice, and a map that only the settings name is another', async () => {
  change({ mapStyleUrl: 'https://maps.example/style.json' });
  const { user } = await open();
  expect(isOn(t('map.online.own'))).toBe(true);
  await user.click(layer('Streets'));
  expect(settings.mapStyleUrl).toBe(openFreeMapStyles.light);
  expect(isOn('Streets')).toBe(true);
  expect(screen.queryByRole('radio', { name: t('map.online.own') })).toBeNull();
  await user.click(layer(t('map.layers.none')));
  expect(settings.mapStyleUrl).toBe('');
});

test('satellite pictures ask for the key of a provider, once', async () => {
  const used: unknown[] = [];
  answer('maps', {
    useOnline: (chosen) => {
      used.push(chosen);
      const state = { address: '', key: 'keychain', trouble: null, revision: 1 } as const;
      notify.maps.onlineChanged([{ id: chosen.id, ...state }]);
      change({ mapStyleUrl: keyedMapStyle(chosen.id) });
    },
  });
  const { user } = await open();
  await user.click(layer(t('map.layers.satellite')));
  expect(settings.mapStyleUrl).toBe('');
  const id: KeyedMapId = 'mapbox-satellite';
  await user.selectOptions(
    screen.getByRole('combobox', { name: t('map.layers.satelliteFrom') }),
    id,
  );
  await user.type(screen.getByLabelText('Key for Mapbox satellite'), 'pk.12345678');
  await user.click(screen.getByRole('button', { name: t('map.online.use') }));
  expect(used).toEqual([{ id, address: '', key: 'pk.12345678' }]);
  expect(isOn(t('map.layers.satellite'))).toBe(true);
  expect(screen.queryByRole('button', { name: t('map.online.use') })).toBeNull();

  await user.click(layer(t('map.layers.none')));
  await user.click(layer(t('map.layers.satellite')));
  expect(settings.mapStyleUrl).toBe(keyedMapStyle(id));
});

test('satellite pictures need no second key of a provider whose streets are set up', async () => {
  const used: unknown[] = [];
  answer('maps', { useOnline: (chosen) => void used.push(chosen) });
  notify.maps.onlineChanged([
    { id: 'mapbox', address: '', key: 'keychain', trouble: null, revision: 1 },
  ]);
  const { user } = await open();
  await user.click(layer(t('map.layers.satellite')));
  expect(
    screen.getByText(/^Leave it empty to use the key that you entered for Mapbox\./),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('map.online.use') }));
  expect(used).toEqual([{ id: 'mapbox-satellite', address: '', key: '' }]);
});

test('L opens the layers, and streets are dark on a dark page', async () => {
  function Page({ theme }: { theme: 'light' | 'dark' }) {
    useStreetsInTheme(theme);
    return <LayersButton />;
  }
  change({ mapStyleUrl: openFreeMapStyles.light });
  const { user, rerender } = show(<Page theme="light" />);
  await user.keyboard('l');
  expect(isOn('Streets')).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('radio')).toBeNull();
  rerender(<Page theme="dark" />);
  await waitFor(() => expect(settings.mapStyleUrl).toBe(openFreeMapStyles.dark));
  rerender(<Page theme="light" />);
  await waitFor(() => expect(settings.mapStyleUrl).toBe(openFreeMapStyles.light));
  change({ mapStyleUrl: 'https://maps.example/style.json' });
  rerender(<Page theme="dark" />);
  expect(settings.mapStyleUrl).toBe('https://maps.example/style.json');
});
