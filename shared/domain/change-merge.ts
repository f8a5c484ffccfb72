import {
  editedFields,
  fieldValue,
  isSameValue,
  mapOf,
  textsOf,
  type EditOf,
  type RecordOf,
} from './change-fields';
import type { FieldConflict, RecordKind } from './edit';
import { validityProblem } from './user';

/** What is left of an edit once the record has moved on. */
export interface Merged<K extends RecordKind> {
  /** What must still be sent; already true fields and conflicts are not in it. */
  edit: EditOf[K];
  /** Fields that both sides changed differently. One tag is a field of its own: `tags/KEY`. */
  conflicts: FieldConflict[];
}

/**
 * Brings an edit that was made on `base` to the record as the service has it now.
 *
 * Field by field: what only one side changed stays changed, what both changed alike needs nothing,
 * what both changed differently is a conflict. Members of a group, privileges and tags merge one by
 * one, so that two people who add different devices lose nothing.
 */
export function mergeThreeWay<K extends RecordKind>(
  kind: K,
  base: RecordOf[K],
  theirs: RecordOf[K],
  edit: EditOf[K],
): Merged<K> {
  const sent: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const { field, kind: valueKind, value: mine } of editedFields(kind, edit)) {
    const before = fieldValue(kind, base, field);
    const now = fieldValue(kind, theirs, field);
    if (valueKind === 'secret') {
      sent[field] = mine;
    } else if (valueKind === 'set') {
      // A list that was not sent is unknown, not empty: then what was known last still counts.
      const known = Reflect.get(theirs, field) === null ? before : now;
      const merged = mergedSet(textsOf(before), textsOf(known), textsOf(mine));
      if (!isSameValue('set', merged, now)) sent[field] = merged;
    } else if (valueKind === 'map') {
      const { merged, disputed } = mergedMap(mapOf(before), mapOf(now), mapOf(mine));
      if (!isSameValue('map', merged, now)) sent[field] = merged;
      for (const conflict of disputed) {
        conflicts.push({ ...conflict, field: `${field}/${conflict.field}` });
      }
    } else if (!isSameValue(valueKind, mine, before) && !isSameValue(valueKind, mine, now)) {
      if (isSameValue(valueKind, now, before)) sent[field] = mine;
      else conflicts.push({ field, base: before, theirs: now, mine });
    }
  }
  conflicts.push(...setAgainst(kind, base, theirs, edit, sent));
  return { edit: sent as EditOf[K], conflicts };
}

function mergedSet(base: string[], theirs: string[], mine: string[]): string[] {
  const before = new Set(base);
  const wanted = new Set(mine);
  const removed = new Set(base.filter((item) => !wanted.has(item)));
  const added = mine.filter((item) => !before.has(item));
  return [...new Set([...theirs.filter((item) => !removed.has(item)), ...added])];
}

function mergedMap(
  base: Record<string, string>,
  theirs: Record<string, string>,
  mine: Record<string, string>,
): { merged: Record<string, string>; disputed: FieldConflict[] } {
  const merged = new Map(Object.entries(theirs));
  const disputed: FieldConflict[] = [];
  const at = (map: Record<string, string>, key: string) =>
    Object.hasOwn(map, key) ? (map[key] ?? null) : null;
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const [before, now, wanted] = [at(base, key), at(theirs, key), at(mine, key)];
    if (wanted === before || wanted === now) continue;
    if (now !== before) disputed.push({ field: key, base: before, theirs: now, mine: wanted });
    else if (wanted === null) merged.delete(key);
    else merged.set(key, wanted);
  }
  return { merged: Object.fromEntries(merged), disputed };
}

/** Fields that are only right or wrong together. */
const pairs: Record<RecordKind, readonly [string, string] | null> = {
  user: ['validFrom', 'expiresAt'],
  group: null,
  limits: ['expires', 'expirationDate'],
};

function isPossible(kind: RecordKind, first: unknown, second: unknown): boolean {
  // Section 2.3: when Expires is on, an expiration date must be given.
  if (kind === 'limits') return first !== true || second !== null;
  return (
    kind !== 'user' ||
    validityProblem({ validFrom: first as number | null, expiresAt: second as number | null }) ===
      null
  );
}

/**
 * Two changes that are each fine and impossible together (one switches Expires on, the other takes
 * the date away) are a conflict of both fields; they are taken out of `sent`.
 */
function setAgainst<K extends RecordKind>(
  kind: K,
  base: RecordOf[K],
  theirs: RecordOf[K],
  edit: EditOf[K],
  sent: Record<string, unknown>,
): FieldConflict[] {
  const pair = pairs[kind];
  if (!pair || !pair.some((field) => field in sent)) return [];
  const sides = pair.map((field) => {
    const before = fieldValue(kind, base, field);
    const now = fieldValue(kind, theirs, field);
    const touched = field in edit && Reflect.get(edit, field) !== undefined;
    const mine = touched ? fieldValue(kind, edit, field) : before;
    return { field, base: before, theirs: now, mine, result: field in sent ? sent[field] : now };
  });
  const is = (side: 'theirs' | 'mine' | 'result') =>
    isPossible(kind, sides[0]?.[side], sides[1]?.[side]);
  if (is('result') || !is('theirs') || !is('mine')) return [];
  return sides.map(({ field, base: before, theirs: now, mine }) => {
    delete sent[field];
    return { field, base: before, theirs: now, mine };
  });
}

/**
 * The edit on `theirs` after the person chose field by field; what was chosen as theirs is not in
 * it. To be saved with `theirs` as its new base.
 */
export function resolveConflicts<K extends RecordKind>(
  kind: K,
  theirs: RecordOf[K],
  merged: Merged<K>,
  choose: (conflict: FieldConflict) => 'mine' | 'theirs',
): EditOf[K] {
  const edit: Record<string, unknown> = { ...merged.edit };
  for (const conflict of merged.conflicts) {
    if (choose(conflict) === 'theirs') continue;
    const [field, key] = splitField(conflict.field);
    if (key === null) {
      edit[field] = conflict.mine;
      continue;
    }
    const map = new Map(Object.entries(mapOf(edit[field] ?? fieldValue(kind, theirs, field))));
    if (typeof conflict.mine === 'string') map.set(key, conflict.mine);
    else map.delete(key);
    edit[field] = Object.fromEntries(map);
  }
  return edit as EditOf[K];
}

/** `tags/KEY` as field and key; a plain field has no key. */
export function splitField(field: string): [field: string, key: string | null] {
  const slash = field.indexOf('/');
  return slash === -1 ? [field, null] : [field.slice(0, slash), field.slice(slash + 1)];
}
