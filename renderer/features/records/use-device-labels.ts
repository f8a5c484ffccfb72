import { useEffect, useState } from 'react';
import { useFleet, useFleetStore } from '#features/fleet';

/** What some devices are called; those that are not in the list are left out. null until it is known. */
export function useDeviceLabels(ids: readonly string[]): ReadonlyMap<string, string> | null {
  const { client } = useFleetStore();
  const total = useFleet(({ view }) => view?.total ?? 0);
  const [labels, setLabels] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    let isWanted = true;
    void client.labels(ids).then((found) => {
      const known = ids.flatMap((id, index): [string, string][] => {
        const label = found[index];
        return label === null || label === undefined ? [] : [[id, label]];
      });
      if (isWanted) setLabels(new Map(known));
    });
    return () => {
      isWanted = false;
    };
  }, [client, ids, total]);
  return labels;
}
