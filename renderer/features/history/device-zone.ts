import { api } from '#lib/api';
import { useAnswer } from '#lib/use-answer';

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
  const find = async (id: string) => {
    const outcome = await api.fleet.details({ id });
    if (!outcome.ok) return outcome;
    const { position } = outcome.value;
    const zone = position && (await zoneAt(position.latitude, position.longitude));
    return { ok: true as const, value: zone };
  };
  return useAnswer(deviceId === null ? null : () => find(deviceId), [deviceId]).value;
}
