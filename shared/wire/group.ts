import type { GroupEdit } from '../domain/edit';
import type { Group } from '../domain/group';
import { decodeList, recordIn, type Decoded, type DecodedList } from './envelope';
import { fieldsOf, readerOf, type WireTable } from './fields';
import { type JsonObject, readId, readIds, readMomentOrDay, readText } from './read';

/** The members of wire contract 4.1. */
export const groupWire = {
  name: { member: 'name', read: readText },
  description: { member: 'description', read: readText },
  deviceIds: { member: 'devices', read: readIds },
  createdAt: { member: 'creation', read: readMomentOrDay },
  modifiedAt: { member: 'lastModified', read: readMomentOrDay },
} satisfies WireTable<GroupFields, GroupEdit>;

type GroupFields = Omit<Group, 'id' | 'extra' | 'gaps'>;
const readGroup = readerOf<GroupFields>(groupWire);

/** Reads the answer of `GET /api/groups`. */
export function decodeGroupList(json: unknown): DecodedList<Group> {
  return decodeList(
    json,
    'groups',
    (raw) => groupOf(raw, null),
    (group) => group.id,
  );
}

/** Reads one group, flat or nested; `knownId` is used if the record has no id. */
export function decodeGroup(json: unknown, knownId: string | null): Decoded<Group> | null {
  const raw = recordIn(json, ['group'], ['id', 'name', 'devices']);
  const record = raw && groupOf(raw, knownId);
  return record && { record, raw };
}

function groupOf(raw: JsonObject, knownId: string | null): Group | null {
  const fields = fieldsOf(raw);
  const id = fields.take('id', readId) ?? knownId;
  return id === null ? null : { id, ...readGroup(fields), extra: fields.rest(), ...fields.gaps() };
}
