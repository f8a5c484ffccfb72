import type { UserEdit } from '../domain/edit';
import type { User } from '../domain/user';
import { decodeList, recordIn, type Decoded, type DecodedList, memberOf } from './envelope';
import { fieldsOf, readerOf, type WireTable } from './fields';
import {
  type JsonObject,
  readBoolean,
  readCount,
  readId,
  readMomentOrDay,
  readText,
  readTextMap,
  readTexts,
  isJsonObject,
  withoutPasswords,
} from './read';

/** The members of wire contract 5.1. */
export const userWire = {
  name: { member: 'name', read: readText },
  email: { member: 'email', read: readText },
  country: { member: 'country', read: readText },
  timeZone: { member: 'timeZone', read: readText },
  description: { member: 'description', read: readText },
  message: { member: 'message', read: readText },
  disabled: { member: 'disabled', read: readBoolean },
  disabledMessage: { member: 'disabledMessage', read: readText },
  tags: { member: 'tags', read: readTextMap, none: () => ({}) },
  privileges: { member: 'privileges', read: readTexts, none: () => [] },
  group: { member: 'group', read: readText, nullIsNone: true },
  deviceId: { member: 'deviceId', read: readId, nullIsNone: true },
  adminDevices: { member: 'adminDevices', read: readCount },
  validFrom: { member: 'from', read: readMomentOrDay, nullIsNone: true },
  expiresAt: { member: 'expires', read: readMomentOrDay, nullIsNone: true },
  createdAt: { member: 'creation', read: readMomentOrDay },
  modifiedAt: { member: 'modification', read: readMomentOrDay },
  lastLoginAt: { member: 'lastLogin', read: readMomentOrDay, nullIsNone: true },
  password: { member: 'password' },
} satisfies WireTable<UserFields, UserEdit>;

type UserFields = Omit<User, 'id' | 'extra' | 'gaps'>;
const readUser = readerOf<UserFields>(userWire);

/** Reads the answer of `GET /api/users`. Passwords are removed (wire contract 5.1). */
export function decodeUserList(json: unknown): DecodedList<User> {
  return decodeList(
    json,
    'users',
    (raw) => userOf(raw, null),
    (user) => user.id,
  );
}

/** Reads one user, flat or nested; `knownId` is used if the record has no id. */
export function decodeUser(json: unknown, knownId: string | null): Decoded<User> | null {
  const raw = recordIn(json, ['user'], ['id', 'name', 'email']);
  const record = raw && userOf(raw, knownId);
  return record && { record, raw };
}

function userOf(raw: JsonObject, knownId: string | null): User | null {
  const fields = fieldsOf(raw);
  const id = fields.take('id', readId) ?? knownId;
  return id === null ? null : { id, ...readUser(fields), extra: fields.rest(), ...fields.gaps() };
}

/**
 * Reads a map of names, `countries` or `timeZones` (wire contract 5.4 and 5.5): code to name. null:
 * the answer contains no such map.
 */
export function decodeNames(
  json: unknown,
  name: 'countries' | 'timeZones',
): Record<string, string> | null {
  const safe = withoutPasswords(json);
  if (!isJsonObject(safe)) return null;
  const member = memberOf(safe, name);
  const data = memberOf(safe, 'data');
  const map = member ?? (isJsonObject(data) ? (memberOf(data, name) ?? data) : null);
  if (map === null || map === undefined) return memberOf(safe, 'success') === undefined ? null : {};
  return readTextMap(map) ?? null;
}
