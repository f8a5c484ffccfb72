import type { FleetClient } from '#features/fleet-data';
import type { MapStore } from '#features/map';
import type { WaypostClient } from '#shared/ipc/contract';

type FleetDrawn = Parameters<WaypostClient['app']['fleetDrawn']>[0];

interface DrawnSources {
  fleet: FleetClient;
  map: MapStore;
  /** Epoch milliseconds. */
  now: () => number;
  report: (drawn: FleetDrawn) => void;
}

/**
 * Reports to main once when the first fleet is on screen, with the times of the steps before. Without a
 * map, the table alone counts. Call the returned function when the shell is shown.
 */
export function reportFirstFleet({ fleet, map, now, report }: DrawnSources): () => void {
  let shellAt: number | null = null;
  let received: { at: number; devices: number } | null = null;
  let drawnAt: number | null = null;
  let isReported = false;
  const check = () => {
    if (isReported || shellAt === null || !received) return;
    if (drawnAt === null && map.getState().trouble === 'noWebGl') drawnAt = now();
    if (drawnAt === null) return;
    isReported = true;
    report({ devices: received.devices, shellAt, fleetReceivedAt: received.at, drawnAt });
  };
  fleet.subscribe(({ total }) => {
    received ??= { at: now(), devices: total };
    check();
  });
  let engine: unknown = null;
  map.subscribe((state) => {
    check();
    if (state.engine === null || state.engine === engine) return;
    engine = state.engine;
    state.engine.onFleetDrawn(() => {
      drawnAt ??= now();
      check();
    });
  });
  return () => {
    shellAt ??= now();
    check();
  };
}
