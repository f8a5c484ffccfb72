import { useEffect, useState } from 'react';
import type { Coordinates } from '#shared/domain/coordinates';
import { api } from '#lib/api';

/** The last known position of a device. */
export interface LastPlace extends Coordinates {
  deviceId: string;
  /** Epoch milliseconds; null if the fix has no time. */
  at: number | null;
}

/** Read from main, without a request to the service; null until then and if it is unknown. */
export function useLastPlace(deviceId: string | null): LastPlace | null {
  const [place, setPlace] = useState<LastPlace | null>(null);
  useEffect(() => {
    if (deviceId === null) return;
    let isCurrent = true;
    void api.fleet.details({ id: deviceId }).then((outcome) => {
      const fix = outcome.ok ? outcome.value.fix : null;
      const { latitude = null, longitude = null } = fix ?? {};
      if (!isCurrent || latitude === null || longitude === null) return;
      setPlace({ deviceId, latitude, longitude, at: fix?.at ?? null });
    });
    return () => {
      isCurrent = false;
    };
  }, [deviceId]);
  return place?.deviceId === deviceId ? place : null;
}
