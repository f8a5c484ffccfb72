import { zoneNamed } from '../domain/time-zone';
import type { Gaps } from '../domain/known';
import type { Licences } from '../domain/device';
import type { Capabilities } from '../domain/session';
import { decodeEnvelope, memberOf, type Envelope, fieldsOf, type Fields } from './envelope';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  readBoolean,
  readCount,
  readMoment,
  readText,
  type Reader,
} from './read';

/** The answer to a token exchange (specification 2.2), with what the service announces in it. */
export interface TokenAnswer extends Envelope {
  token: string | null;
  /** Epoch milliseconds by the clock of the service; null if missing or unreadable. */
  expiresAt: number | null;
  capabilities: Capabilities;
  /** IANA zone of the account. */
  accountTimeZone: string | null;
  callsPerMinute: number | null;
  licences: Licences | null;
  /** Of the calls per minute and the time zone. */
  gaps?: Gaps;
}

/** Reads the answer of `POST /api/Auth/Token`. Capabilities that are not announced are off. */
export function decodeTokenAnswer(json: unknown): TokenAnswer {
  const object = besideData(isJsonObject(json) ? json : {});
  const { gaps: _counters, ...envelope } = decodeEnvelope(object);
  const fields = fieldsOf(object);
  const stated = statedIn(object);
  return {
    ...envelope,
    token: fields.take('token', readToken),
    expiresAt: fields.take('expires', readMoment),
    capabilities: decodeCapabilities(memberOf(object, 'capabilities')),
    accountTimeZone: stated.take('timeZone', readZone, { field: 'accountTimeZone' }),
    callsPerMinute: stated.take('callsPerMinute', readRate, { nullIsNone: true }),
    licences: decodeLicences(object) ?? decodeLicences(objectAt(object, 'account')),
    ...stated.gaps(),
  };
}

/** What the answer states about the account and its limits, as one record with one set of gaps. */
function statedIn(object: JsonObject): Fields {
  const zone = memberOf(objectAt(object, 'account'), 'timeZone');
  const limits = memberOf(object, 'limits');
  const rate = isJsonObject(limits) ? memberOf(limits, 'callsPerMinute') : undefined;
  const stated = fieldsOf({
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...(rate === undefined ? {} : { callsPerMinute: rate }),
  });
  const isUnreadable = limits !== undefined && limits !== null && !isJsonObject(limits);
  if (isUnreadable) stated.reject('callsPerMinute', limits);
  return stated;
}

/** The licence count in an answer, an extension on the wire; null if not provided. */
export function decodeLicences(json: unknown): Licences | null {
  if (!isJsonObject(json)) return null;
  const member = memberOf(json, 'licences');
  if (member === undefined || member === null) return null;
  const fields = fieldsOf(isJsonObject(member) ? member : {});
  const total = fields.take('total', readCount);
  const used = fields.take('used', readCount);
  if (!isJsonObject(member)) fields.reject('total', member);
  const { gaps } = fields.gaps();
  return total === null && used === null && !gaps ? null : { total, used, ...(gaps && { gaps }) };
}

/** The wire name of each capability. The names are ours, because this is an extension. */
const capabilityNames: Record<keyof Capabilities, string> = {
  writesLimits: 'limits.write',
  activates: 'devices.activate',
  takesSubmissions: 'submissions',
};

/** A list of names, or an object of switches under the same names. */
function decodeCapabilities(value: unknown): Capabilities {
  const announced = new Set<string>();
  if (isJsonArray(value)) {
    for (const name of value) if (typeof name === 'string') announced.add(name.toLowerCase());
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (readBoolean(member) === true) announced.add(name.toLowerCase());
    }
  }
  const has = (capability: keyof Capabilities) => announced.has(capabilityNames[capability]);
  return {
    writesLimits: has('writesLimits'),
    activates: has('activates'),
    takesSubmissions: has('takesSubmissions'),
  };
}

/** Only characters allowed in a header: a line break in a token would break the request. */
const readToken: Reader<string> = (value) => {
  if (typeof value !== 'string') return value === null ? null : undefined;
  const token = value.trim();
  if (token === '') return null;
  return /^[\x21-\x7e]+$/.test(token) ? token : undefined;
};

/** An unknown time zone would break every calculation with days. */
const readZone: Reader<string> = (value) => {
  const read = readText(value);
  return typeof read === 'string' ? (zoneNamed(read) ?? undefined) : read;
};

/** Whole calls: "1.200" may be one thousand two hundred, and is not understood. */
const readRate: Reader<number> = (value) => {
  const read = readCount(value);
  return typeof read === 'number' && read < 1 ? undefined : read;
};

/** The token: beside the envelope, as documented, or with its related members under `data`. */
function besideData(json: JsonObject): JsonObject {
  return memberOf(json, 'token') === undefined ? { ...objectAt(json, 'data'), ...json } : json;
}

function objectAt(json: JsonObject, name: string): JsonObject {
  const member = memberOf(json, name);
  return isJsonObject(member) ? member : {};
}
