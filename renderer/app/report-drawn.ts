import type { MapFeed } from '#engines/fleet';
import type { MapStore } from '#features/map';
import type { FleetDrawn } from '#shared/ipc/desktop';

interface DrawnSources {
  fleet: Pick<MapFeed, 'onFleet'>;
  map: MapStore;
  /** The account was opened on another page. */
  isMapHidden: () => boolean;
  /** Epoch milliseconds. */
  now: () => number;
  report: (drawn: FleetDrawn) => void;
}

/**
 * Reports to main once when the first fleet is on screen, with the times of the steps before. Without a
 * map, or on another page, the list alone counts. Call the returned function when the shell is shown.
 */
export function reportFirstFleet({
  fleet,
  map,
  isMapHidden,
  now,
  report,
}: DrawnSources): () => void {
  let shellAt: number | null = null;
  let received: { at: number; devices: number } | null = null;
  let drawnAt: number | null = null;
  let isReported = false;
  const check = () => {
    if (isReported || shellAt === null || !received) return;
    const isWithoutMap = map.getState().isUnavailable || isMapHidden();
    if (drawnAt === null && isWithoutMap) drawnAt = now();
    if (drawnAt === null) return;
    isReported = true;
    report({ devices: received.devices, shellAt, fleetReceivedAt: received.at, drawnAt });
  };
  fleet.onFleet(({ total }) => {
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
