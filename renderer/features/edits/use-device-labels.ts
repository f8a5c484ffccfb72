import { useCallback, useEffect, useMemo, useState } from 'react';
import { useFleet, useFleetStore } from '#features/fleet';

/** The names of some devices, without those that are not in the list; null while loading. */
export function useDeviceLabels(ids: readonly string[]): ReadonlyMap<string, string> | null {
  const { client } = useFleetStore();
  const total = useFleet(({ view }) => view?.total ?? 0);
  const [labels, setLabels] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void client.labels(ids).then((found) => {
      const known = ids.flatMap((id, index): [string, string][] => {
        const label = found[index];
        return label === null || label === undefined ? [] : [[id, label]];
      });
      if (isCurrent) setLabels(new Map(known));
    });
    return () => {
      isCurrent = false;
    };
  }, [client, ids, total]);
  return labels;
}

/** The name of each of some devices; the id while loading and for a device that is not in the list. */
export function useDeviceNames(ids: readonly string[]): (id: string) => string {
  const labels = useDeviceLabels(ids);
  return useCallback((id) => labels?.get(id) ?? id, [labels]);
}

/** The name and id of a device; the id alone while loading and if the device is not in the list. */
export function useDeviceLabel(id: string | null): string | null {
  const labels = useDeviceLabels(useMemo(() => (id === null ? [] : [id]), [id]));
  const label = id === null ? undefined : labels?.get(id);
  return label === undefined ? id : `${label} (${id})`;
}
