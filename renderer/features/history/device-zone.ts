import { useEffect, useState } from 'react';
import { api } from '#lib/api';

/** The time zone of a place, IANA name; near a border it may be the neighbour's. null: of no place. */
export async function zoneAt(latitude: number, longitude: number): Promise<string | null> {
  const { default: lookUp } = await import('@photostructure/tz-lookup');
  try {
    const zone = lookUp(latitude, longitude);
    // A newer table than the platform's may name a zone that nothing can be told in.
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return null;
  }
}

/**
 * The zone a device is in, by where it was last: the service tells a zone of accounts and users only.
 * null where it has no position, and until it is known.
 */
export function useDeviceZone(deviceId: string | null): string | null {
  const [found, setFound] = useState<{ of: string; zone: string | null } | null>(null);
  useEffect(() => {
    if (deviceId === null) return;
    let isCurrent = true;
    const find = async () => {
      const outcome = await api.fleet.details({ id: deviceId });
      const fix = outcome.ok ? outcome.value.fix : null;
      const isPlaced = fix !== null && fix.latitude !== null && fix.longitude !== null;
      const zone = isPlaced ? await zoneAt(fix.latitude!, fix.longitude!) : null;
      if (isCurrent) setFound({ of: deviceId, zone });
    };
    void find();
    return () => {
      isCurrent = false;
    };
  }, [deviceId]);
  return found?.of === deviceId ? found.zone : null;
}
