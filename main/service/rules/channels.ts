import type { DeviceRow } from '../store';

const emailWords = new Set(['email', 'e-mail', 'mail']);

/**
 * Sends one alert over the requested channels within the device's daily limits (sections 2.3 and 8),
 * which do not apply after they have expired.
 * Returns the channels used and the device with updated counters.
 */
export function sentOver(
  device: DeviceRow,
  channels: readonly string[],
): { used: string[]; device: DeviceRow } {
  const { dailyEmailLimit, dailySmsLimit } = device.areLimitsExpired
    ? { dailyEmailLimit: null, dailySmsLimit: null }
    : device.limits;
  const counters = { ...device.counters };
  const used = [...new Set(channels)].filter((channel) => {
    const word = channel.toLowerCase();
    if (emailWords.has(word)) {
      if (counters.emails >= (dailyEmailLimit ?? Infinity)) return false;
      counters.emails += 1;
    } else if (word === 'sms') {
      if (counters.sms >= (dailySmsLimit ?? Infinity)) return false;
      counters.sms += 1;
    }
    return true;
  });
  return { used, device: { ...device, counters } };
}
