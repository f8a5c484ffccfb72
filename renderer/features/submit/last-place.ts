import { useEffect, useState } from 'react';
import type { Coordinates } from '#shared/domain/coordinates';
import { api } from '#lib/api';

/** The last known position of a device. */
export interface LastPlace extends Coordinates {
  deviceId: string;
  /** Epoch milliseconds; null if the report has no time. */
  at: number | null;
}

/** Read from main, without a request to the service; null until then and if it is unknown. */
export function useLastPlace(deviceId: string | null): LastPlace | null {
  const [place, setPlace] = useState<LastPlace | null>(null);
  useEffect(() => {
    if (deviceId === null) return;
    let isCurrent = true;
    void api.fleet.details({ id: deviceId }).then((outcome) => {
      const position = outcome.ok ? outcome.value.position : null;
      if (!isCurrent || !position) return;
      const { at, latitude, longitude } = position;
      setPlace({ deviceId, latitude, longitude, at });
    });
    return () => {
      isCurrent = false;
    };
  }, [deviceId]);
  return place?.deviceId === deviceId ? place : null;
}
