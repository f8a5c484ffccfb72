import type { User } from '../domain/user';
import { decodeList, recordIn, type Decoded, type DecodedList } from './envelope';
import { fieldsOf } from './fields';
import type { JsonObject } from './json';
import {
  readBoolean,
  readId,
  readMoment,
  readNumber,
  readText,
  readTextMap,
  readTexts,
} from './read';

/** Reads the answer of `GET /api/users`. No password passes (wire contract 5.1). */
export function decodeUserList(json: unknown): DecodedList<User> {
  return decodeList(
    json,
    'users',
    (raw) => userOf(raw, null),
    (user) => user.id,
  );
}

/** Reads one user, flat or nested; `knownId` is used where the record has no id. */
export function decodeUser(json: unknown, knownId: string | null): Decoded<User> | null {
  const raw = recordIn(json, ['user'], ['id', 'name', 'email']);
  const record = raw && userOf(raw, knownId);
  return record && { record, raw };
}

function userOf(raw: JsonObject, knownId: string | null): User | null {
  const fields = fieldsOf(raw);
  const id = fields.take('id', readId) ?? knownId;
  if (id === null) return null;
  return {
    id,
    name: fields.take('name', readText),
    email: fields.take('email', readText),
    country: fields.take('country', readText),
    timeZone: fields.take('timeZone', readText),
    description: fields.take('description', readText),
    message: fields.take('message', readText),
    disabled: fields.take('disabled', readBoolean),
    disabledMessage: fields.take('disabledMessage', readText),
    tags: fields.take('tags', readTextMap) ?? {},
    privileges: fields.take('privileges', readTexts) ?? [],
    group: fields.take('group', readText),
    deviceId: fields.take('deviceId', readId),
    adminDevices: fields.take('adminDevices', readNumber),
    validFrom: fields.take('from', readMoment),
    expiresAt: fields.take('expires', readMoment),
    createdAt: fields.take('creation', readMoment),
    modifiedAt: fields.take('modification', readMoment),
    lastLoginAt: fields.take('lastLogin', readMoment),
    extra: fields.rest(),
  };
}
