import type { Alert } from '../domain/alert';
import { channelKey, type AlertChannels } from '../domain/alert-channels';
import { decodeList, memberOf, type DecodedList } from './envelope';
import { fieldsOf, type Fields } from './fields';
import { takePosition } from './fix';
import { isJsonArray, type JsonObject } from './json';
import { readBoolean, readMoment, readNumber, readText, readTexts, type WholeReader } from './read';

/** Reads the answer of `POST …/alerts`. */
export function decodeAlertList(json: unknown): DecodedList<Alert> {
  const decode = (raw: JsonObject) => {
    const alert = alertOf(raw);
    return alert.at === null ? null : alert;
  };
  return decodeList(json, 'alerts', decode, null);
}

function alertOf(raw: JsonObject): Alert {
  const fields = fieldsOf(raw);
  const place = takePosition(fields);
  rejectNowhere(raw, fields);
  return {
    at: fields.take('dateTime', readMoment, { field: 'at' }),
    ...place,
    text: fields.take('text', readText),
    channels: takeChannels(fields),
    alerts: fields.take('alerts', readTexts, { hasDefault: true }) ?? [],
    extra: fields.rest(),
    ...fields.gaps(),
  };
}

/** (0, 0) was provided, but is no place. */
function rejectNowhere(raw: JsonObject, fields: Fields): void {
  const [latitude, longitude] = [memberOf(raw, 'latitude'), memberOf(raw, 'longitude')];
  if (readNumber(latitude) !== 0 || readNumber(longitude) !== 0) return;
  fields.reject('latitude', latitude);
  fields.reject('longitude', longitude);
}

/** `notifications`, or the older shape: one switch each for e-mail and SMS. */
function takeChannels(fields: Fields): AlertChannels {
  const list = fields.take('notifications', readChannels, { field: 'channels' });
  const switches = [
    { channel: 'Email', isOn: fields.take('email', readBoolean) },
    { channel: 'SMS', isOn: fields.take('sms', readBoolean) },
  ];
  const those = (wanted: boolean) =>
    switches.filter(({ isOn }) => isOn === wanted).map(({ channel }) => channel);
  const [on, off] = [those(true), those(false)];
  if (list === null) return { sent: on, notSent: off, isWhole: false };
  // A switch that is on says more than a list without its channel, so both statements are kept.
  const named = new Set(list.map(channelKey));
  const isNamed = (channel: string) => named.has(channelKey(channel));
  const unnamed = on.filter((channel) => !isNamed(channel));
  return {
    sent: [...list, ...unnamed],
    notSent: [...off.filter(isNamed), ...unnamed],
    isWhole: true,
  };
}

/** Only a list of texts: any other value could mean something else than the channels used. */
const readChannels: WholeReader<string[]> = (value) => {
  if (value === null || value === undefined || value === '') return null;
  if (!isJsonArray(value)) return undefined;
  const texts = value.filter((item) => typeof item === 'string' && item.trim() !== '') as string[];
  return texts.length === value.length ? texts : undefined;
};
