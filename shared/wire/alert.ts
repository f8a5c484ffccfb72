import type { Alert } from '../domain/alert';
import { decodeList, type DecodedList } from './envelope';
import { fieldsOf, type Fields } from './fields';
import { takePosition } from './fix';
import type { JsonObject } from './json';
import { readBoolean, readMoment, readText, readTexts } from './read';

/** Reads the answer of `POST …/alerts`. */
export function decodeAlertList(json: unknown): DecodedList<Alert> {
  const decode = (raw: JsonObject) => {
    const alert = alertOf(fieldsOf(raw));
    return alert.at === null ? null : alert;
  };
  return decodeList(json, 'alerts', decode, null);
}

function alertOf(fields: Fields): Alert {
  return {
    at: fields.take('dateTime', readMoment),
    ...takePosition(fields),
    text: fields.take('text', readText),
    channels: takeChannels(fields),
    alerts: fields.take('alerts', readTexts) ?? [],
    extra: fields.rest(),
    ...fields.gaps(),
  };
}

/** `notifications`, or the older shape: one switch each for e-mail and SMS. */
function takeChannels(fields: Fields): string[] | null {
  const channels = fields.take('notifications', readTexts);
  const email = fields.take('email', readBoolean);
  const sms = fields.take('sms', readBoolean);
  if (channels) return channels;
  if (email === null && sms === null) return null;
  return [...(email ? ['Email'] : []), ...(sms ? ['SMS'] : [])];
}
