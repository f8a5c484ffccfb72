import { useEffect, useState } from 'react';
import { useFleetStore } from '#features/devices';

/** The name of a device, or its id until it is known and where it is not in the list. */
export function useDeviceLabel(id: string | null): string | null {
  const { client } = useFleetStore();
  const [known, setKnown] = useState<{ id: string; label: string } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void client.find(id, 20).then((rows) => {
      const row = rows.find((candidate) => candidate.id === id);
      if (isWanted) setKnown(row ? { id, label: row.label } : null);
    });
    return () => {
      isWanted = false;
    };
  }, [client, id]);
  return known?.id === id ? `${known.label} (${id})` : id;
}
