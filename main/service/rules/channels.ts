import type { DeviceRow } from '../store';

const emailWords = new Set(['email', 'e-mail', 'mail']);

/**
 * Sends one alert over the channels asked for, as far as the device's daily limits allow (sections
 * 2.3 and 8). Answers the channels really used and the device with its counters after that.
 */
export function sentOver(
  device: DeviceRow,
  channels: readonly string[],
): { used: string[]; device: DeviceRow } {
  const { dailyEmailLimit, dailySmsLimit } = device.limits;
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
