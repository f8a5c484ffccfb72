import { useEffect, useState } from 'react';
import { api } from '#lib/api';

/** The IANA time zone of a position, approximate near borders; null if there is none. */
export async function zoneAt(latitude: number, longitude: number): Promise<string | null> {
  const { default: lookUp } = await import('@photostructure/tz-lookup');
  try {
    const zone = lookUp(latitude, longitude);
    // The table may be newer than the platform and name a zone it does not support.
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return null;
  }
}

/**
 * The time zone of a device, from its last position: the service provides zones for accounts and
 * users only. null without a position and until it is known.
 */
export function useDeviceZone(deviceId: string | null): string | null {
  const [found, setFound] = useState<{ of: string; zone: string | null } | null>(null);
  useEffect(() => {
    if (deviceId === null) return;
    let isCurrent = true;
    const find = async () => {
      const outcome = await api.fleet.details({ id: deviceId });
      const position = outcome.ok ? outcome.value.position : null;
      const zone = position && (await zoneAt(position.latitude, position.longitude));
      if (isCurrent) setFound({ of: deviceId, zone });
    };
    void find();
    return () => {
      isCurrent = false;
    };
  }, [deviceId]);
  return found?.of === deviceId ? found.zone : null;
}
