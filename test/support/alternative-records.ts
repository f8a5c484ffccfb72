// Groups and users of the alternative service: what the documents require, and nothing more.

export interface Stored {
  [member: string]: unknown;
}

/** A refused call: its status and the members of its body. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export type Kind = 'group' | 'user';

const required = {
  group: ['name'],
  user: ['name', 'email', 'country', 'timeZone'],
} as const;
const systemMade = { group: ['creation', 'lastModified'], user: ['creation', 'modification'] };

export interface AlternativeRecords {
  list(): unknown[];
  read(id: string): Stored;
  create(body: unknown): Stored;
  replace(id: string, body: unknown): Stored;
  patch(id: string, steps: unknown): Stored;
  remove(id: string): void;
}

/** What the documents leave open about a JSON Patch. */
export interface PatchChoices {
  patchTest: 'guards' | 'refused' | 'ignored';
}

export function createAlternativeRecords(
  kind: Kind,
  given: readonly unknown[],
  choices: PatchChoices,
): AlternativeRecords {
  const records = [...given];
  let next = 1;

  const at = (id: string): number => {
    const index = records.findIndex((record) => isRecord(record) && record.id === id);
    if (index < 0) throw new Refused(404, 'There is no such record.');
    return index;
  };
  const read = (id: string) => records[at(id)] as Stored;

  function checked(body: unknown): Stored {
    if (!isRecord(body)) throw new Refused(400, 'The body must be an object.');
    for (const name of required[kind]) {
      const value = body[name];
      if (typeof value !== 'string' || value === '') throw new Refused(400, `${name} is required.`);
    }
    return body;
  }

  /** A record with the members that only the service sets. */
  function stamped(body: Stored, id: string, creation: unknown): Stored {
    const [created, modified] = systemMade[kind];
    const system = { [created!]: creation, [modified!]: new Date().toISOString() };
    const secret = kind === 'user' ? { password: null, lastLogin: null } : {};
    return { ...body, ...secret, id, ...system };
  }

  return {
    list: () => records,
    read,
    create(body) {
      const record = stamped(checked(body), `${kind}-${next}`, new Date().toISOString());
      next += 1;
      records.push(record);
      return record;
    },
    replace(id, body) {
      const before = read(id);
      const record = stamped(checked(body), id, before.creation);
      records[at(id)] = record;
      return record;
    },
    patch(id, steps) {
      const before = read(id);
      const record = stamped(checked(patched(before, steps, choices)), id, before.creation);
      records[at(id)] = record;
      return record;
    },
    remove: (id) => void records.splice(at(id), 1),
  };
}

export function isRecord(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function patched(record: Stored, steps: unknown, { patchTest }: PatchChoices): unknown {
  if (!Array.isArray(steps)) throw new Refused(400, 'A patch is an array of operations.');
  const root: Stored = { record: structuredClone(record) };
  for (const step of steps as unknown[]) {
    if (!isRecord(step) || typeof step.path !== 'string') throw new Refused(400, 'No operation.');
    const { holder, key } = placeOf(root, step.path);
    const isThere = Object.hasOwn(holder, key);
    switch (step.op) {
      case 'test':
        if (patchTest === 'refused') throw new Refused(400, 'Unknown operation: test.');
        if (patchTest === 'guards' && JSON.stringify(holder[key]) !== JSON.stringify(step.value))
          throw new Refused(409, 'The record is not as expected.');
        break;
      case 'remove':
        if (!isThere) throw new Refused(400, 'There is nothing to remove.');
        if (Array.isArray(holder)) holder.splice(Number(key), 1);
        else delete holder[key];
        break;
      case 'add':
      case 'replace':
        // A member that is not set can be replaced: it exists in the record with no value.
        if (Array.isArray(holder) && step.op === 'add')
          holder.splice(key === '-' ? holder.length : Number(key), 0, step.value);
        else holder[key] = step.value;
        break;
      default:
        throw new Refused(400, 'Unknown operation.');
    }
  }
  return root.record;
}

/** The object or array that holds the place of a JSON Pointer, and its last token. */
function placeOf(root: Stored, path: string): { holder: Stored; key: string } {
  const tokens = `/record${path}`
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  let holder: unknown = root;
  for (const token of tokens.slice(0, -1)) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, token))
      throw new Refused(400, 'There is no such place.');
    holder = (holder as Stored)[token];
  }
  if (typeof holder !== 'object' || holder === null) throw new Refused(400, 'No such place.');
  return { holder: holder as Stored, key: tokens.at(-1)! };
}
