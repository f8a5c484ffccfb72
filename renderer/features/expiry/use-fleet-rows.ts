import { useEffect, useState } from 'react';
import { useFleet, useFleetStore } from '#features/fleet';
import type { FleetRow } from '#engines/fleet';
import { useNow } from '#lib/clock';

const none: ReadonlyMap<string, FleetRow> = new Map();

/**
 * Every device's last fix and state by id, requested from the worker every 30 seconds, and when a
 * device expires or is activated: the state must not contradict the band beside it.
 */
export function useFleetRows(): ReadonlyMap<string, FleetRow> {
  const { client } = useFleetStore();
  const total = useFleet(({ view }) => view?.total ?? 0);
  const expired = useFleet(({ view }) => view?.counts.expired ?? 0);
  const period = useNow(30_000);
  const [rows, setRows] = useState(none);
  useEffect(() => {
    let isCurrent = true;
    void client.find('', Number.MAX_SAFE_INTEGER).then((found) => {
      if (isCurrent) setRows(new Map(found.map((row) => [row.id, row])));
    });
    return () => {
      isCurrent = false;
    };
  }, [client, total, expired, period]);
  return rows;
}
