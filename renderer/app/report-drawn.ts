import type { FleetClient } from '#features/fleet-data';
import type { MapStore } from '#features/map';
import type { FleetDrawn } from '#shared/ipc/desktop';

interface DrawnSources {
  fleet: FleetClient;
  map: MapStore;
  /** Epoch milliseconds. */
  now: () => number;
  report: (drawn: FleetDrawn) => void;
}

/**
 * Tells main once when the first fleet is on screen, and when the steps before that were done. Where
 * no map can be shown the table alone counts. The answered function says that the shell is there.
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
