import { channelKey } from './alert-channels';
import type { LimitName } from './device-limits';
import type { DatedDevice } from './expiry';
import type { HeldBack } from './held-back-messages';
import { reachedLimit } from './limits-end';

const limitNames: Record<HeldBack['channel'], LimitName> = {
  email: 'dailyEmailLimit',
  sms: 'dailySmsLimit',
};

/**
 * The channels of an alert that a daily limit holds back. `more`: how many messages are sent before it
 * that the counters of the device do not contain yet.
 */
export function heldBack(
  device: DatedDevice,
  channels: readonly string[],
  timeZone: string,
  now: number,
  more: (channel: HeldBack['channel']) => number = () => 0,
): HeldBack[] {
  const asked = new Set(channels.map(channelKey));
  return (['email', 'sms'] as const).flatMap((channel) => {
    if (!asked.has(channel)) return [];
    const limit = reachedLimit(device, limitNames[channel], timeZone, now, more(channel));
    return limit === null ? [] : [{ channel, limit }];
  });
}
