import { expect, test } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import type { MapDevice } from '#engines/fleet';
import { format } from '../../../test/support/english';
import { singlesAt, visibleOf } from '../../engines/map/visible.test-support';
import { heatOfDevices, spotsInView } from './heat';
import { countsInView, legendOf } from './map-picture';

const world = { west: 0, east: 1, north: 0, south: 1, zoom: 2 };
const stateOf = (name: (typeof deviceStates)[number]) => deviceStates.indexOf(name);

/** A moving device at 0.1, 0.1, five stopped ones in a cluster at 0.5, 0.5, and a selected one at 0.9, 0.9. */
const visible = visibleOf({
  viewport: world,
  singles: singlesAt([[0.1, 0.1]], { first: 7, state: stateOf('moving') }),
  clusters: {
    ref: [{ cell: { level: 3, cellX: 4, cellY: 4 }, slots: [] }],
    x: Float64Array.of(0.5),
    y: Float64Array.of(0.5),
    count: Uint32Array.of(5),
    byState: Uint32Array.from(deviceStates, (state) => (state === 'stopped' ? 5 : 0)),
  },
  selected: { x: 0.9, y: 0.9, state: 'moving' } as MapDevice,
});

test('the heat of devices counts each once, clusters by their number', () => {
  expect(heatOfDevices(visible)).toEqual({
    x: [0.1, 0.5, 0.9],
    y: [0.1, 0.5, 0.9],
    count: [1, 5, 1],
  });
});

test('weights are relative to the busiest spot in view', () => {
  const heat = heatOfDevices(visible);
  expect(spotsInView(heat, world).map(({ weight }) => weight)).toEqual([0.2, 1, 0.2]);
  const corner = { ...world, east: 0.2, south: 0.2 };
  expect(spotsInView(heat, corner)).toEqual([{ x: 0.1, y: 0.1, weight: 1 }]);
});

test('places near each other add up to one spot', () => {
  const near = { x: [0.5, 0.501, 0.9], y: [0.5, 0.501, 0.9], count: [2, 2, 1] };
  expect(spotsInView(near, world).map(({ weight }) => weight)).toEqual([0.5, 0.5, 0.25]);
});

test('a view across 180° has what is on both sides', () => {
  const heat = { x: [0.99, 0.01, 0.5], y: [0.5, 0.5, 0.5], count: [1, 1, 1] };
  const across = { ...world, west: 0.95, east: 1.05 };
  expect(spotsInView(heat, across)).toHaveLength(2);
  expect(spotsInView({ x: [], y: [], count: [] }, world)).toEqual([]);
});

test('the legend of a picture has the states in view with their numbers', () => {
  const outlines = { arrow: 'M0 0', square: 'M1 1' };
  const as = { theme: 'light', format } as const;
  const names = (view: typeof world) =>
    legendOf(countsInView(visible, view), outlines, as).map(({ name, count }) => [name, count]);
  expect(names(world)).toEqual([
    ['Moving', '2'],
    ['Stopped', '5'],
  ]);
  expect(names({ ...world, east: 0.2, south: 0.2 })).toEqual([['Moving', '1']]);
  expect(names({ ...world, west: 0.2, east: 0.3 })).toEqual([]);
});
