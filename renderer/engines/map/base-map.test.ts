import { expect, test } from 'vitest';
import type { Map as BaseMap } from 'maplibre-gl';
import { MapStyle } from './base-map';

test('parts of a map are missing until they are loaded or no longer looked at', () => {
  const listeners = new Map<string, (event: object) => void>();
  const map = {
    on: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    setProjection: () => {},
    setStyle: () => {},
  } as unknown as BaseMap;
  let current = 'one';
  const style = new MapStyle(map, {
    first: current,
    current: () => current,
    onLoaded: () => {},
    onFailed: () => {},
  });
  const fire = (type: string, event = {}) => {
    listeners.get(type)!(event);
    return style.state.getState().is;
  };
  fire('style.load');
  expect(fire('idle')).toBe('shown');
  const tiles = [1, 2].map(() => ({ state: 'errored', uses: 1 }));
  for (const [at, tile] of tiles.entries()) {
    expect(fire('error', { tile, sourceId: `map-${at}` })).toBe('incomplete');
  }
  expect(style.state.getState().missing).toEqual(['map-0', 'map-1']);
  expect(fire('idle')).toBe('incomplete');
  tiles[0]!.state = 'loaded';
  expect(fire('idle')).toBe('incomplete');
  expect(style.state.getState().missing).toEqual(['map-1']);
  tiles[1]!.uses = 0;
  expect(fire('idle')).toBe('shown');

  fire('error', { tile: { state: 'errored', uses: 1 } });
  current = 'other';
  style.refresh();
  fire('style.load');
  expect(fire('idle')).toBe('shown');
});
