import type { Map as BaseMap, StyleSpecification } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { MapStyle, type StyleSource } from './map-style';

const bundled = { name: 'bundled' } as StyleSpecification;

function setUp(first: StyleSource) {
  let current = first;
  const listeners = new Map<string, () => void>();
  const map = {
    on: (name: string, listener: () => void) => listeners.set(name, listener),
    setStyle: vi.fn<(style: StyleSource) => void>(),
    setProjection: () => undefined,
    isStyleLoaded: () => false,
  };
  const onLoaded = vi.fn<() => void>();
  const onUnloaded = vi.fn<() => void>();
  const style = new MapStyle(map as unknown as BaseMap, {
    first,
    current: () => current,
    onLoaded,
    onUnloaded,
    onFailed: () => {
      current = bundled;
    },
  });
  const emit = (name: string) => listeners.get(name)!();
  const choose = (next: StyleSource) => {
    current = next;
    style.refresh();
  };
  return { style, map, emit, choose, onLoaded, onUnloaded };
}

test('replaces the style only when it is another one', () => {
  const { map, emit, choose, style, onUnloaded } = setUp('https://maps.example/a.json');
  emit('style.load');
  expect(style.isLoaded).toBe(true);
  choose('https://maps.example/a.json');
  expect(map.setStyle).not.toHaveBeenCalled();
  choose('https://maps.example/b.json');
  expect(map.setStyle).toHaveBeenCalledTimes(1);
  expect(onUnloaded).toHaveBeenCalledTimes(1);
  expect(style.isLoaded).toBe(false);
});

test('falls back when a style cannot be loaded, and ignores errors of a loaded one', () => {
  const { map, emit } = setUp('https://maps.example/a.json');
  emit('error');
  expect(map.setStyle).toHaveBeenCalledWith(bundled, { diff: false });
  emit('style.load');
  emit('error');
  expect(map.setStyle).toHaveBeenCalledTimes(1);
});
