import { z } from 'zod';
import { type LimitName, reachedLimit } from './device-limits';
import type { DatedDevice } from './expiry';
import { message, type Message, type Translate } from '../i18n/translate';

/** What the service says of the channels over which it sent an alert (wire contract 3.7). */
export const alertChannelsSchema = z.object({
  /** It was sent over these, as the service writes them: `Email`, `SMS`, … */
  sent: z.array(z.string()),
  /** It was not sent over these: their switches are off. */
  notSent: z.array(z.string()),
  /** True: `sent` is the list of all channels used. False: nothing is said about other channels. */
  isWhole: z.boolean(),
});
export type AlertChannels = z.infer<typeof alertChannelsSchema>;

/** The service says nothing about channels. */
export const noChannels: AlertChannels = { sent: [], notSent: [], isWhole: false };

/** Whether the service says anything about a channel. */
export function saysChannels({ sent, notSent, isWhole }: AlertChannels): boolean {
  return isWhole || sent.length > 0 || notSent.length > 0;
}

/** Identifies a channel: services write `Email`, `email`, `e-mail` or `mail`. */
export function channelKey(channel: string): string {
  const key = channel.toLowerCase().replaceAll(/[\s_-]/g, '');
  return key === 'mail' ? 'email' : key;
}

/** The name of a channel within a sentence; an undocumented one as the service writes it. */
function channelName(channel: string): string | Message {
  const key = channelKey(channel);
  return key === 'email' || key === 'sms' ? message(`submissions.channel.${key}`) : channel;
}

/** Each channel once, for a message: "e-mail, SMS and Push". */
export const channelNames = (channels: readonly string[]): (string | Message)[] => [
  ...new Map(channels.map((each) => [channelKey(each), channelName(each)])).values(),
];

/** The channels of one alert that the service lists in several records. */
export function mergedChannels(records: readonly AlertChannels[]): AlertChannels {
  const sent = [...new Set(records.flatMap((record) => record.sent))];
  // One record says nothing against what another one says was sent, unless it contradicts itself.
  const sentKeys = new Set(sent.map(channelKey));
  const notSent = records.flatMap((record) => {
    const own = new Set(record.sent.map(channelKey));
    return record.notSent.filter((each) => {
      const key = channelKey(each);
      return own.has(key) || !sentKeys.has(key);
    });
  });
  return {
    sent,
    notSent: [...new Set(notSent)],
    isWhole: records.length > 0 && records.every(({ isWhole }) => isWhole),
  };
}

/** A switch that nothing is said about is named, because the older shape has exactly these two. */
const switches = ['Email', 'SMS'];

/** The channels of an alert as text; null if the service says nothing about any. */
export function channelsText(channels: AlertChannels, t: Translate): string | null {
  const { isWhole } = channels;
  if (!saysChannels(channels)) return null;
  const { sent, notSent, contradictory } = sorted(channels);
  const said = new Set([...sent, ...notSent, ...contradictory].map(channelKey));
  const unsaid = isWhole ? [] : switches.filter((each) => !said.has(channelKey(each)));
  const named = (
    name: 'by' | 'notBy' | 'contradictory' | 'notProvided',
    list: readonly string[],
  ): string[] =>
    list.length === 0 ? [] : [t(`submissions.channels.${name}`, { channels: channelNames(list) })];
  const parts = [
    ...named('by', sent),
    ...named('notBy', notSent),
    ...named('contradictory', contradictory),
    ...named('notProvided', unsaid),
  ];
  return parts.length === 0
    ? t('submissions.channels.none')
    : parts.reduce((first, second) => t('submissions.channels.next', { first, second }));
}

/** What is said of each channel; one that is said to be both sent and not sent is contradictory. */
function sorted({ sent, notSent }: AlertChannels) {
  const keysSent = new Set(sent.map(channelKey));
  const keysNotSent = new Set(notSent.map(channelKey));
  return {
    sent: sent.filter((each) => !keysNotSent.has(channelKey(each))),
    notSent: notSent.filter((each) => !keysSent.has(channelKey(each))),
    contradictory: sent.filter((each) => keysNotSent.has(channelKey(each))),
  };
}

/** What became of the channels over which an alert was asked to be sent. */
interface SentChannels {
  sent: string[];
  /** Not in the service's list of the channels used. */
  leftOut: string[];
  /** Their switches are off. */
  refused: string[];
  notProvided: string[];
  /** Said to be both sent and not sent. */
  contradictory: string[];
  /** Sent over these without being asked to. */
  unasked: string[];
}

export function compareChannels(asked: readonly string[], channels: AlertChannels): SentChannels {
  const said = sorted(channels);
  const keys = (list: readonly string[]) => new Set(list.map(channelKey));
  const [sent, refused, contradictory] = [said.sent, said.notSent, said.contradictory].map(keys);
  const wanted = [...new Map(asked.map((each) => [channelKey(each), each])).values()];
  const those = (is: (key: string) => boolean) => wanted.filter((each) => is(channelKey(each)));
  const unsaid = those((key) => !sent?.has(key) && !refused?.has(key) && !contradictory?.has(key));
  return {
    sent: those((key) => sent?.has(key) === true),
    leftOut: channels.isWhole ? unsaid : [],
    refused: those((key) => refused?.has(key) === true),
    notProvided: channels.isWhole ? [] : unsaid,
    contradictory: those((key) => contradictory?.has(key) === true),
    unasked: said.sent.filter((each) => !keys(asked).has(channelKey(each))),
  };
}

/** Whether it was sent over exactly the channels that were asked for, as far as the service says. */
export function isSentAsAsked({ sent: _sent, ...others }: SentChannels): boolean {
  return Object.values(others).every((list: string[]) => list.length === 0);
}

/**
 * What became of the channels that were asked for: "Sent by e-mail. SMS was not sent: …". `unread`: what
 * was not understood about channels. `heldBack`: what a daily limit explains.
 */
export function sentChannelsText(
  asked: readonly string[],
  channels: AlertChannels,
  unread: unknown,
  t: Translate,
  heldBack: readonly HeldBack[] = [],
): string {
  const notUnderstood =
    unread === undefined
      ? []
      : [t('submissions.notUnderstood', { original: originalJson(unread) })];
  const compared = compareChannels(asked, channels);
  const isHeld = (each: string) => heldBack.some(({ channel }) => channel === channelKey(each));
  const leftOut = compared.leftOut.filter((each) => !isHeld(each));
  if (!saysChannels(channels)) {
    const named = { channels: channelNames(asked) };
    if (notUnderstood.length > 0) {
      const wanted = asked.length === 0 ? [] : [t('submissions.sent.askedFor', named)];
      return [...notUnderstood, ...wanted].join(' ');
    }
    return asked.length === 0
      ? t('submissions.sent.silentNoneAsked')
      : t('submissions.sent.silent', named);
  }
  const named = (
    name: 'by' | 'refused' | 'unknown' | 'contradictory' | 'unasked',
    list: readonly string[],
  ): string[] =>
    list.length === 0 ? [] : [t(`submissions.sent.${name}`, { channels: channelNames(list) })];
  const missing = channelNames(leftOut);
  const sentences = [
    ...named('by', compared.sent),
    ...(missing.length === 0
      ? []
      : [t('submissions.sent.leftOut', { count: missing.length, channels: missing })]),
    ...heldBack.map((each) => wasHeldBackText(each, t)),
    ...named(
      'refused',
      compared.refused.filter((each) => !isHeld(each)),
    ),
    ...named('unknown', compared.notProvided),
    ...named('contradictory', compared.contradictory),
    ...named('unasked', compared.unasked),
    ...notUnderstood,
  ];
  return sentences.length === 0 ? t('submissions.sent.noneAsked') : sentences.join(' ');
}

const longestOriginal = 200;

/** A value that was not understood, as short JSON. */
export function originalJson(original: unknown): string {
  const text = JSON.stringify(original) ?? '';
  return text.length > longestOriginal ? `${text.slice(0, longestOriginal - 1)}…` : text;
}

/** A channel over which a daily limit lets no further message of a device be sent. */
export const heldBackSchema = z.object({ channel: z.enum(['email', 'sms']), limit: z.number() });
export type HeldBack = z.infer<typeof heldBackSchema>;

/** After a submission: "E-mail was not sent: the daily limit of 1 is reached." */
const wasHeldBackText = ({ channel, limit }: HeldBack, t: Translate) =>
  limit === 0
    ? t(`submissions.heldBack.${channel}.zero`)
    : t(`submissions.heldBack.${channel}.limit`, { limit });

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
