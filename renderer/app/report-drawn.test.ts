import { expect, test } from 'vitest';
import type { FleetExtent } from '#engines/fleet';
import { createStore } from 'zustand/vanilla';
import type { MapStore } from '#features/map';
import { reportFirstFleet } from './report-drawn';

function setUp() {
  let now = 0;
  let isMapHidden = false;
  let tellFleet: (fleet: FleetExtent) => void = () => {};
  let tellDrawn: () => void = () => {};
  const reports: unknown[] = [];
  const map = createStore(() => ({
    engine: null as object | null,
    isUnavailable: false,
  }));
  const shellShown = reportFirstFleet({
    fleet: {
      onFleet(listener) {
        tellFleet = listener;
        return () => {};
      },
    },
    map: map as unknown as MapStore,
    isMapHidden: () => isMapHidden,
    now: () => (now += 10),
    report: (drawn) => reports.push(drawn),
  });
  return {
    reports,
    shellShown,
    fleetArrives: (total: number) =>
      tellFleet({ generation: 1, account: 'a', total, positions: total, isChecked: false }),
    mapStarts: () =>
      map.setState({
        engine: {
          onFleetDrawn: (listener: () => void) => {
            tellDrawn = listener;
            return () => {};
          },
        },
      }),
    mapDraws: () => tellDrawn(),
    pageIsAnother: () => {
      isMapHidden = true;
    },
    mapFails: () => map.setState({ isUnavailable: true }),
  };
}

test('the first fleet is reported once, with its steps in order', () => {
  const { reports, ...steps } = setUp();
  steps.mapStarts();
  steps.shellShown();
  steps.fleetArrives(400);
  expect(reports).toEqual([]);
  steps.mapDraws();
  steps.fleetArrives(401);
  steps.mapDraws();
  expect(reports).toEqual([{ devices: 400, shellAt: 10, fleetReceivedAt: 20, drawnAt: 30 }]);
});

test('without a map the table alone counts', () => {
  const { reports, ...steps } = setUp();
  steps.shellShown();
  steps.mapFails();
  steps.fleetArrives(3);
  expect(reports).toHaveLength(1);
});

test('on another page the list alone counts', () => {
  const { reports, ...steps } = setUp();
  steps.mapStarts();
  steps.shellShown();
  steps.pageIsAnother();
  steps.fleetArrives(400);
  expect(reports).toHaveLength(1);
});
