import { useEffect, useState } from 'react';
import type { Place } from '#shared/places/place';
import { useFleetStore } from './fleet-store';

/** The nearest town of a position; null without a position, and until it is known. */
export function usePlace(latitude: number | null, longitude: number | null): Place | null {
  const { client } = useFleetStore();
  const key = `${latitude} ${longitude}`;
  const [found, setFound] = useState<{ key: string; place: Place | null } | null>(null);
  useEffect(() => {
    if (latitude === null || longitude === null) return undefined;
    let isCurrent = true;
    void client.places([{ latitude, longitude }]).then(([place]) => {
      if (isCurrent) setFound({ key: `${latitude} ${longitude}`, place: place ?? null });
    });
    return () => {
      isCurrent = false;
    };
  }, [client, latitude, longitude]);
  return found?.key === key ? found.place : null;
}
