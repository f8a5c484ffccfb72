import { useMemo } from 'react';
import { useDeviceLabels } from '#features/records';

/** The name and id of a device; the id alone while loading and if the device is not in the list. */
export function useDeviceLabel(id: string | null): string | null {
  const labels = useDeviceLabels(useMemo(() => (id === null ? [] : [id]), [id]));
  const label = id === null ? undefined : labels?.get(id);
  return label === undefined ? id : `${label} (${id})`;
}
