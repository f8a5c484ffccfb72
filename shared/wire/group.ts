import type { Group } from '../domain/group';
import { decodeList, recordIn, type Decoded, type DecodedList } from './envelope';
import { fieldsOf } from './fields';
import type { JsonObject } from './json';
import { readId, readIds, readMoment, readText } from './read';

/** Reads the answer of `GET /api/groups`. */
export function decodeGroupList(json: unknown): DecodedList<Group> {
  return decodeList(
    json,
    'groups',
    (raw) => groupOf(raw, null),
    (group) => group.id,
  );
}

/** Reads one group, flat or nested; `knownId` is used where the record has no id. */
export function decodeGroup(json: unknown, knownId: string | null): Decoded<Group> | null {
  const raw = recordIn(json, ['group'], ['id', 'name', 'devices']);
  const record = raw && groupOf(raw, knownId);
  return record && { record, raw };
}

function groupOf(raw: JsonObject, knownId: string | null): Group | null {
  const fields = fieldsOf(raw);
  const id = fields.take('id', readId) ?? knownId;
  if (id === null) return null;
  return {
    id,
    name: fields.take('name', readText),
    description: fields.take('description', readText),
    deviceIds: fields.take('devices', readIds),
    createdAt: fields.take('creation', readMoment),
    modifiedAt: fields.take('lastModified', readMoment),
    extra: fields.rest(),
  };
}
