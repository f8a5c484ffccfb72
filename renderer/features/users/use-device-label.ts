import { useMemo } from 'react';
import { useDeviceLabels } from '#features/records';

/** The name of a device, or its id until it is known and where it is not in the list. */
export function useDeviceLabel(id: string | null): string | null {
  const labels = useDeviceLabels(useMemo(() => (id === null ? [] : [id]), [id]));
  const label = id === null ? undefined : labels?.get(id);
  return label === undefined ? id : `${label} (${id})`;
}
