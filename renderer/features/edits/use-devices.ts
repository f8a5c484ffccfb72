import { useEffect, useMemo, useState } from 'react';
import { useFleet, useFleetStore } from '#features/fleet';
import type { FleetRow } from '#engines/fleet';

export interface DeviceList {
  /** Every listed device, sorted by name. */
  rows: readonly FleetRow[];
  byId: ReadonlyMap<string, FleetRow>;
}

/** Every listed device, read again when their number changes; null while loading. */
export function useDevices(): DeviceList | null {
  const { client } = useFleetStore();
  const total = useFleet(({ view }) => view?.total ?? null);
  const [rows, setRows] = useState<readonly FleetRow[] | null>(null);
  useEffect(() => {
    if (total === null) return;
    let isCurrent = true;
    void client.find('', Number.MAX_SAFE_INTEGER).then((found) => {
      if (isCurrent) setRows(found.filter(({ unlistedAt }) => unlistedAt === null));
    });
    return () => {
      isCurrent = false;
    };
  }, [client, total]);
  return useMemo(() => rows && { rows, byId: new Map(rows.map((row) => [row.id, row])) }, [rows]);
}
