import type { UserEdit, GroupEdit, RecordKind } from '../domain/edit';
import { type User, userSystemFields } from '../domain/user';
import {
  decodeList,
  recordIn,
  type Decoded,
  type DecodedList,
  memberOf,
  envelopeNames,
  fieldsOf,
  readerOf,
  type Fields,
  type WireTable,
} from './envelope';
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
  readIds,
  isJsonArray,
  type Reader,
  Partly,
} from './read';
import { type Group, groupSystemFields } from '../domain/group';
import {
  editedFields,
  isNotUnderstood,
  mapOf,
  textsOf,
  type EditedField,
  type EditOf,
} from '../domain/change';
import { limitsWire } from './device';

// Users and groups: how they are read, and how an edit of them or of the limits of a device is written.

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

/** The members of wire contract 4.1. */
export const groupWire = {
  name: { member: 'name', read: readText },
  description: { member: 'description', read: readText },
  deviceIds: { member: 'devices', read: readIds },
  createdAt: { member: 'creation', read: readMomentOrDay },
  modifiedAt: { member: 'lastModified', read: readMomentOrDay },
} satisfies WireTable<GroupFields, GroupEdit>;

type GroupFields = Omit<Group, 'id' | 'extra' | 'gaps'>;

/** How users and groups are read: passwords are removed (wire contract 5.1). */
function decodersOf<R extends User | Group>(
  names: { one: string; list: string },
  marks: readonly string[],
  read: (fields: Fields) => Omit<R, 'id' | 'extra' | 'gaps'>,
) {
  function recordOf(raw: JsonObject, knownId: string | null): R | null {
    const fields = fieldsOf(raw);
    const id = fields.take('id', readId) ?? knownId;
    if (id === null) return null;
    return { id, ...read(fields), extra: fields.rest(), ...fields.gaps() } as R;
  }
  return {
    /** Reads the answer of `GET /api/users` or `/api/groups`. */
    list: (json: unknown): DecodedList<R> =>
      decodeList(
        json,
        names.list,
        (raw) => recordOf(raw, null),
        ({ id }) => id,
      ),
    /** Reads one record, flat or nested; `knownId` is used if it has no id. */
    one(json: unknown, knownId: string | null): Decoded<R> | null {
      const raw = recordIn(json, [names.one], marks);
      const record = raw && recordOf(raw, knownId);
      return record && { record, raw };
    },
  };
}

export const { list: decodeUserList, one: decodeUser } = decodersOf<User>(
  { one: 'user', list: 'users' },
  ['id', 'name', 'email'],
  readerOf<UserFields>(userWire),
);
export const { list: decodeGroupList, one: decodeGroup } = decodersOf<Group>(
  { one: 'group', list: 'groups' },
  ['id', 'name', 'devices'],
  readerOf<GroupFields>(groupWire),
);

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

type Members = Readonly<Record<string, { member: string; read?: Reader<unknown> }>>;
const tables: Record<RecordKind, Members> = {
  user: userWire,
  group: groupWire,
  limits: limitsWire,
};

function memberFor(kind: RecordKind, { field }: EditedField): string {
  return tables[kind][field]?.member ?? field;
}

const membersOf = (table: Members, fields: object) =>
  Object.keys(fields).map((field) => table[field]?.member ?? field);

/**
 * Members set by the service or around a flat record; and the password, unless an edit sets one.
 */
const neverEchoed: ReadonlySet<string> = new Set(
  [
    'id',
    userWire.password.member,
    ...membersOf(userWire, userSystemFields),
    ...membersOf(groupWire, groupSystemFields),
    ...envelopeNames,
  ].map((name) => name.toLowerCase()),
);

/** The body of POST: the given fields, without null members and members set by the service. */
export function toCreateBody<K extends 'user' | 'group'>(kind: K, edit: EditOf[K]): JsonObject {
  return Object.fromEntries(
    editedFields(kind, edit)
      .filter(({ value }) => value !== null)
      .map((edited) => [memberFor(kind, edited), wireValue(edited)]),
  );
}

/**
 * The body of PUT: the record as received, including unknown members, with the edit applied. A
 * cleared field is sent as null, because it is not documented how a service treats an absent
 * member. The password is included only if the edit sets one.
 */
export function toReplaceBody<K extends 'user' | 'group'>(
  kind: K,
  rawTheirs: unknown,
  edit: EditOf[K],
): JsonObject {
  const body = new Map(Object.entries(objectIn(rawTheirs)));
  for (const key of Object.keys(objectIn(rawTheirs))) {
    if (neverEchoed.has(key.toLowerCase())) body.delete(key);
  }
  for (const edited of editedFields(kind, edit)) {
    const raw = Object.fromEntries(body);
    const key = keyIn(raw, memberFor(kind, edited));
    if (edited.kind === 'map') {
      const before = objectIn(raw[key]);
      body.set(key, withMap(before, mapOf(edited.value)));
    } else if (edited.kind === 'set' && isJsonArray(raw[key])) {
      body.set(key, membersIn(raw[key], kind, edited).with(textsOf(edited.value)));
    } else {
      body.set(key, wireValue(edited));
    }
  }
  return Object.fromEntries(body);
}

/** A list of an edited field as the service sent it. */
function membersIn(list: readonly unknown[], kind: RecordKind, edited: EditedField): ListMembers {
  return new ListMembers(list, readerFor(kind, edited) as Reader<string[]>);
}

function readerFor(kind: RecordKind, { field }: EditedField): Reader<unknown> {
  return tables[kind][field]?.read ?? (() => undefined);
}

/** Lists and maps of an edit, of which the record has originals that were not understood. */
interface UnreadOriginals {
  /** Not understood at all: writing the field would drop the original. */
  whole: string[];
  /** How many members of its lists were not understood: these lists are not written whole. */
  members: number;
}

/** What of the edited lists and maps of a record as received was not understood. */
export function unreadOriginals<K extends RecordKind>(
  kind: K,
  rawTheirs: unknown,
  edit: EditOf[K],
): UnreadOriginals {
  const record = objectIn(rawTheirs);
  const unread: UnreadOriginals = { whole: [], members: 0 };
  const limits = kind === 'limits' ? record[keyIn(record, 'limits')] : null;
  if (limits !== null && limits !== undefined && !isJsonObject(limits)) unread.whole.push('limits');
  for (const edited of kind === 'limits' ? [] : editedFields(kind, edit)) {
    if (edited.kind !== 'set' && edited.kind !== 'map') continue;
    const value = record[keyIn(record, memberFor(kind, edited))];
    if (!isUnderstood(value, readerFor(kind, edited))) unread.whole.push(edited.field);
    else if (edited.kind === 'set' && isJsonArray(value)) {
      unread.members += membersIn(value, kind, edited).unread();
    }
  }
  return unread;
}

/** Tags with a null value, which are not shown, are preserved; the edit replaces the others. */
function withMap(before: JsonObject, after: Record<string, string>): JsonObject {
  const hidden = Object.entries(before).filter(([, value]) => textOf(value) === null);
  const visible = Object.entries(after).map(([key, text]): [string, unknown] => [
    key,
    Object.hasOwn(before, key) && textOf(before[key]) === text ? before[key] : text,
  ]);
  return Object.fromEntries<unknown>([...hidden, ...visible]);
}

/**
 * The JSON Patch of an edit to the record as received: first a `test` of every old value, exactly
 * as the service sent it, then the changes. An absent member has no test and is added; a password
 * is added without a test, because it cannot be read. Empty if there is nothing to change.
 */
export function toJsonPatch<K extends RecordKind>(
  kind: K,
  rawTheirs: unknown,
  edit: EditOf[K],
): PatchOperation[] {
  const record = objectIn(rawTheirs);
  const edited = editedFields(kind, edit);
  const patch = new Patch(kind);
  if (kind !== 'limits') {
    for (const field of edited) patch.field(record, '', field, 'remove');
    return patch.operations();
  }
  const key = keyIn(record, 'limits');
  if (isJsonObject(record[key])) {
    // null is how a limit says "none", so it is written and the member is not removed.
    for (const field of edited) patch.field(record[key], `/${escaped(key)}`, field, 'null');
  } else if (edited.length > 0) {
    const limits = edited.map((field) => [memberFor(kind, field), wireValue(field)] as const);
    patch.member(record, '', key, Object.fromEntries(limits));
  }
  return patch.operations();
}

class Patch {
  readonly #tests: PatchOperation[] = [];
  readonly #changes: PatchOperation[] = [];

  constructor(private readonly kind: RecordKind) {}

  /** All tests come first: it is not documented that a rejected patch changes nothing. */
  operations(): PatchOperation[] {
    return [...this.#tests, ...this.#changes];
  }

  field(parent: JsonObject, pointer: string, edited: EditedField, none: 'remove' | 'null'): void {
    const key = keyIn(parent, memberFor(this.kind, edited));
    if (edited.kind === 'secret') {
      const path = `${pointer}/${escaped(key)}`;
      this.#changes.push({ op: 'add', path, value: edited.value });
    } else if (edited.kind === 'map' && isJsonObject(parent[key])) {
      this.#map(parent[key], `${pointer}/${escaped(key)}`, mapOf(edited.value));
    } else if (edited.kind === 'set' && isJsonArray(parent[key])) {
      this.#set(parent, pointer, key, edited);
    } else {
      const value = wireValue(edited);
      this.member(parent, pointer, key, value === null && none === 'remove' ? undefined : value);
    }
  }

  #map(before: JsonObject, pointer: string, after: Record<string, string>): void {
    for (const [key, value] of Object.entries(before)) {
      const isGone = textOf(value) !== null && !Object.hasOwn(after, key);
      if (isGone) this.member(before, pointer, key, undefined);
    }
    for (const [key, text] of Object.entries(after)) {
      const isSame = Object.hasOwn(before, key) && textOf(before[key]) === text;
      if (!isSame) this.member(before, pointer, key, text);
    }
  }

  /** A list with members that were not understood is never replaced whole (decision 0014). */
  #set(parent: JsonObject, pointer: string, key: string, edited: EditedField): void {
    const members = membersIn(parent[key] as readonly unknown[], this.kind, edited);
    const wanted = textsOf(edited.value);
    if (members.unread() === 0) return this.member(parent, pointer, key, members.with(wanted));
    const { tests, changes } = members.patch(`${pointer}/${escaped(key)}`, wanted);
    this.#tests.push(...tests);
    this.#changes.push(...changes);
  }

  /** Sets one member; undefined removes it. */
  member(parent: JsonObject, pointer: string, key: string, after: unknown): void {
    const path = `${pointer}/${escaped(key)}`;
    if (!Object.hasOwn(parent, key)) {
      if (after !== undefined && after !== null) {
        this.#changes.push({ op: 'add', path, value: after });
      }
      return;
    }
    const before = parent[key];
    if (isSameJson(before, after ?? null)) return;
    this.#tests.push({ op: 'test', path, value: before });
    this.#changes.push(
      after === undefined ? { op: 'remove', path } : { op: 'replace', path, value: after },
    );
  }
}

/** An undo restores the original of a value that was not understood. */
function wireValue({ kind, value }: EditedField): unknown {
  if (kind !== 'map' && isNotUnderstood(value)) return value.notUnderstood;
  if (kind !== 'moment' || typeof value !== 'number') return value;
  return new Date(value).toISOString().replace('.000Z', 'Z');
}

/** A tag value as text; null if it does not count as a tag. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The member name as the service spells it: the letter case may differ. */
function keyIn(record: JsonObject, member: string): string {
  if (Object.hasOwn(record, member)) return member;
  const lower = member.toLowerCase();
  return Object.keys(record).find((key) => key.toLowerCase() === lower) ?? member;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isSameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
    );
  }
  return a === b;
}

/** The operations of RFC 6902 that Waypost sends. */
export type PatchOperation =
  { op: 'test' | 'add' | 'replace'; path: string; value: unknown } | { op: 'remove'; path: string };

/** Tests and changes of one list, at its JSON Pointer. */
interface MemberPatch {
  tests: PatchOperation[];
  changes: PatchOperation[];
}

/**
 * A list as the service sent it, with what was understood of each member. Members that were not
 * understood are never written or removed.
 */
class ListMembers {
  /** For each member its text; null: empty, undefined: not understood. */
  readonly #texts: readonly (string | null | undefined)[];

  constructor(
    private readonly list: readonly unknown[],
    read: Reader<string[]>,
  ) {
    this.#texts = list.map((item) => memberText(item, read));
  }

  /** How many members were not understood. */
  unread(): number {
    return this.#texts.filter((text) => text === undefined).length;
  }

  /**
   * The whole list with these texts, each in its original form. Members that were not understood
   * keep their place, and the others their order.
   */
  with(wanted: readonly string[]): unknown[] {
    if (this.unread() === 0) return wanted.map((text) => this.#original(text));
    const missing = new Set(wanted);
    const kept = this.list.filter((_, at) => {
      const text = this.#texts[at];
      return typeof text === 'string' ? missing.delete(text) : text === undefined;
    });
    return [...kept, ...missing];
  }

  #original(text: string): unknown {
    const at = this.#texts.indexOf(text);
    return at === -1 ? text : this.list[at];
  }

  /**
   * The same by single members: removals from the end, so that the earlier positions hold, each with
   * a test of the member at its position; then additions at the end.
   */
  patch(pointer: string, wanted: readonly string[]): MemberPatch {
    const missing = new Set(wanted);
    const gone = this.#texts.flatMap((text, at) =>
      typeof text === 'string' && !missing.has(text) ? [at] : [],
    );
    for (const text of this.#texts) if (typeof text === 'string') missing.delete(text);
    return {
      tests: gone.map((at) => ({ op: 'test', path: `${pointer}/${at}`, value: this.list[at] })),
      changes: [
        ...gone.toReversed().map((at) => ({ op: 'remove', path: `${pointer}/${at}` }) as const),
        ...[...missing].map((value) => ({ op: 'add', path: `${pointer}/-`, value }) as const),
      ],
    };
  }
}

/** Whether a list or map of the service was understood at all; what is missing counts as that. */
export function isUnderstood(value: unknown, read: Reader<unknown>): boolean {
  return isJsonArray(value) || read(value) !== undefined;
}

function memberText(item: unknown, read: Reader<string[]>): string | null | undefined {
  const members = read([item]);
  if (members instanceof Partly || !isJsonArray(members)) return undefined;
  return (members[0] as string | undefined) ?? null;
}
