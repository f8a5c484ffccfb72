import { expect, test } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import { flagUrgent } from '#shared/fleet/columns';
import { singlesAt, visibleOf } from '../../engines/map/visible.test-support';
import { signsInView } from './map-controls';

const view = { west: 0, east: 0.5, north: 0, south: 0.5, zoom: 3 };
const state = deviceStates.indexOf('moving');

test('the legend names the symbols on screen only', () => {
  expect(signsInView(null, view)).toEqual([]);
  const moving = (x: number) => singlesAt([[x, 0.1]], { state, flags: flagUrgent });
  expect(signsInView(visibleOf({ singles: moving(0.9) }), view)).toEqual([]);
  expect(signsInView(visibleOf({ singles: moving(0.1) }), view)).toEqual(['moving', 'critical']);
  const estimate = (x: number) => visibleOf({ estimate: { x, y: 0.1, course: 0 } });
  expect(signsInView(estimate(0.2), view)).toEqual(['estimate']);
  expect(signsInView(estimate(0.7), view)).toEqual([]);
});

test('a cluster counts for its states', () => {
  const byState = deviceStates.map((each) => (each === 'silent' ? 3 : 0));
  const clusters = {
    ref: [{ cell: null, slots: [] }],
    x: Float64Array.of(0.2),
    y: Float64Array.of(0.2),
    count: Uint32Array.of(3),
    byState: Uint32Array.from(byState),
  };
  expect(signsInView(visibleOf({ clusters }), view)).toEqual(['silent', 'cluster']);
});
