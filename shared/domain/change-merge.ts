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

/** The rest of an edit after the record was changed at the service. */
export interface Merged<K extends RecordKind> {
  /** What must still be sent, without conflicts and fields that already have the new value. */
  edit: EditOf[K];
  /** Fields that both sides changed differently. One tag counts as a field: `tags/KEY`. */
  conflicts: FieldConflict[];
}

/**
 * Merges an edit made on `base` with the record as the service has it now.
 *
 * Field by field: a change by one side is applied, the same change by both sides needs nothing, and
 * different changes are a conflict. Members of a group, privileges and tags are merged
 * individually, so that two users who add different devices lose nothing.
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
      // A list that was not sent is unknown, not empty: the last known list is used.
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

/** Fields that are only valid in combination. */
const pairs: Record<RecordKind, readonly [string, string] | null> = {
  user: ['validFrom', 'expiresAt'],
  group: null,
  limits: ['expires', 'expirationDate'],
};

function isPossible(kind: RecordKind, first: unknown, second: unknown): boolean {
  // Section 2.3: if Expires is on, an expiration date is required.
  if (kind === 'limits') return first !== true || second !== null;
  return (
    kind !== 'user' ||
    validityProblem({ validFrom: first as number | null, expiresAt: second as number | null }) ===
      null
  );
}

/**
 * Two changes that are valid alone but not together (one turns Expires on, the other removes the
 * date) are a conflict of both fields, which are removed from `sent`.
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
 * The edit on `theirs` after the user resolved each conflict; fields resolved as theirs are not in
 * it. Save it with `theirs` as the new base.
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

/** Splits `tags/KEY` into field and key; other fields have no key. */
export function splitField(field: string): [field: string, key: string | null] {
  const slash = field.indexOf('/');
  return slash === -1 ? [field, null] : [field.slice(0, slash), field.slice(slash + 1)];
}
