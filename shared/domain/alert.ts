import { z } from 'zod';
import {
  alertChannelsSchema,
  readStoredChannels,
  saysChannels,
  type AlertChannels,
} from './alert-channels';
import { gapsShape, type Gaps, type Known } from './known';

/** One entry of a device's alert log (wire contract 3.7). It has no id of its own. */
export const alertSchema = z.object({
  /** Epoch milliseconds; null if missing or unreadable. */
  at: z.number().nullable(),
  /** Degrees; both null together. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  text: z.string().nullable(),
  /** The channels it was sent over, as far as the service says. */
  channels: alertChannelsSchema,
  /**
   * Kinds of alert raised together, including names outside the documented list. Empty also if they
   * are not provided or not understood, which `gaps` tells apart.
   */
  alerts: z.array(z.string()),
  /** Unknown fields, as received. */
  extra: z.record(z.string(), z.unknown()),
  ...gapsShape,
});
export type Alert = z.infer<typeof alertSchema>;

/** The members that say over which channels an alert was sent. */
const channelMembers = ['channels', 'email', 'sms'];

/** What is known of the channels of an alert. */
export function knownChannels(
  { channels, gaps }: Pick<Alert, 'channels' | 'gaps'>,
  asOf: number | null = null,
): Known<AlertChannels> {
  const originals = gaps?.notUnderstood ?? {};
  const unread = channelMembers
    .filter((name) => Object.hasOwn(originals, name))
    .map((name) => originals[name]);
  if (saysChannels(channels)) {
    return { is: 'value', value: channels, asOf, ...(unread.length > 0 && { unread }) };
  }
  if (unread.length === 0) return { is: 'notProvided', asOf };
  return { is: 'notUnderstood', original: unread.length === 1 ? unread[0] : unread, asOf };
}

/** The members that an earlier version left in `extra` if they were unreadable, and their fields. */
const earlierMembers: Readonly<Record<string, string>> = {
  notifications: 'channels',
  email: 'email',
  sms: 'sms',
  alerts: 'alerts',
  text: 'text',
  latitude: 'latitude',
  longitude: 'longitude',
};

/**
 * An alert as any version stored it. Earlier versions stored channels as a list or null, and an empty
 * list of kinds also if the service did not provide them.
 */
export function readStoredAlert<A extends Alert>(stored: A): A {
  if (alertChannelsSchema.safeParse(stored.channels).success) return stored;
  const notUnderstood = Object.fromEntries(
    Object.entries(stored.extra).flatMap(([name, original]) => {
      const field = earlierMembers[name.toLowerCase()];
      return field === undefined ? [] : [[field, original] as const];
    }),
  );
  const isWithoutKinds = stored.alerts.length === 0 && !('alerts' in notUnderstood);
  const gaps: Gaps = {
    ...(Object.keys(notUnderstood).length > 0 && { notUnderstood }),
    ...(isWithoutKinds && { notProvided: ['alerts'] }),
  };
  return { ...stored, channels: readStoredChannels(stored.channels), gaps };
}
