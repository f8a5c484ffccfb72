import type { Records } from '#main/cache/cache';
import { isNotUnderstood, isSameValue, recordFields, type EditOf } from '#shared/domain/change';
import { type EntityOf, mayBeFromAttempt, mayStillArrive } from '#shared/domain/edit';
import { textKey } from '#shared/domain/text';
import { fail, FaultError } from '#shared/fault';
import type { Clock } from '#main/pace/clock';
import { faultIn, isRefusal, isUnsure } from './saving';
import type { Sent, FullRemote } from './remote';

/** Time for the service to finish after a broken connection, before the list is read again. */
const settleMs = 2_000;

export interface CreatingOptions {
  clock: Clock;
  /** Intents to create whose result is unknown; they survive a crash. */
  intents: Records;
  /** Fails if the disk did not take what was written last. */
  requireStored: () => void;
}

/**
 * Creates a record once. After a lost answer it is looked up before it is tried again: by this call,
 * and after a crash or a new try of the user by the next one for the same name.
 *
 * A caller that logs its intents itself passes `attemptedAt`, when the create was first tried with an
 * unknown result, epoch milliseconds, or null; then none is logged here. Otherwise the intent stays
 * after a success until the caller removes `createIntentKey` in the write of the journal entry: between
 * the two a crash would lose the entry, and the user's next try would create a second record.
 */
export async function createOnce<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  edit: EditOf[K],
  options: CreatingOptions,
  attemptedAt?: number | null,
): Promise<Sent<EntityOf[K]>> {
  const { clock, intents } = options;
  const isLoggedByCaller = attemptedAt !== undefined;
  const key = createIntentKey(remote.kind, edit);
  const earlier = isLoggedByCaller ? attemptedAt : triedAt(intents.get(key));

  if (earlier !== null) {
    const made = await lookUp(remote, edit, earlier, null);
    if (made) return made;
  }
  const since = earlier ?? clock.now();
  if (!isLoggedByCaller) logIntent(key, since, earlier, options);
  const known = remote.known();
  const knownIds = known && new Set(known.map(({ id }) => id));
  const find = () => lookUp(remote, edit, since, earlier === null ? knownIds : null);

  let isSecond = false;
  for (;;) {
    try {
      const made = await remote.create(edit);
      if (made && isAsSent(remote.kind, made.record, edit)) return made;
      // The answer is empty or another record: the list is more reliable.
      const listed = (await find()) ?? made;
      return listed ?? fail({ kind: 'notThisService', evidence: 'shape' });
    } catch (error) {
      const fault = faultIn(error);
      if (!isUnsure(fault)) {
        // Refused as a duplicate, possibly of our own first attempt.
        const isRepeated = isSecond || earlier !== null;
        const made = isRepeated && isRefusal(fault) ? await find() : null;
        if (made) return made;
        if (!isLoggedByCaller && !isSecond) intents.remove(key);
        throw error;
      }
      const made = await orFirst(find, error);
      if (made) return made;
      if (isSecond || mayStillArrive(fault)) throw error;
      await pause(clock, settleMs);
      const madeLate = await orFirst(find, error);
      if (madeLate) return madeLate;
      isSecond = true;
    }
  }
}

/** What is not on disk must not be sent: after a crash the next try would create a second record. */
function logIntent(
  key: string,
  since: number,
  earlier: number | null,
  { intents, requireStored }: CreatingOptions,
): void {
  intents.put(key, { since });
  try {
    requireStored();
  } catch (error) {
    if (earlier === null) intents.remove(key);
    throw error;
  }
}

/** Looks the record up; if that fails too, the first error is thrown. */
async function orFirst<T>(find: () => Promise<T>, first: unknown): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof FaultError) throw first;
    throw error;
  }
}

function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => clock.after(milliseconds, resolve));
}

/** Names the attempt of a create among the records of intents. */
export function createIntentKey(kind: string, edit: object): string {
  const { email, name } = edit as { email?: string | null; name?: string | null };
  return `${kind}:${keyOf(email || name)}`;
}

function triedAt(stored: unknown): number | null {
  const since = (stored as { since?: unknown } | undefined)?.since;
  return typeof since === 'number' ? since : null;
}

/**
 * The record that our create made, if any: one with the fields that were sent which was not known
 * before or, if that is unknown, was not created long before.
 */
async function lookUp<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  edit: EditOf[K],
  since: number,
  knownIds: ReadonlySet<string> | null,
): Promise<Sent<EntityOf[K]> | null> {
  const found = (await remote.list()).find((record) => {
    const isNew = knownIds ? !knownIds.has(record.id) : mayBeFromAttempt(record.createdAt, since);
    return isNew && isAsSent(remote.kind, record, edit);
  });
  return found ? { record: found, raw: null } : null;
}

/** Members that a service may return in another form than they were sent. */
export const reworded = new Set(['country', 'group', 'timeZone', 'password']);

function isAsSent(kind: 'user' | 'group', record: object, edit: object): boolean {
  return Object.entries(recordFields(kind)).every(([field, { kind: valueKind }]) => {
    const sent: unknown = Reflect.get(edit, field);
    if (sent === undefined || reworded.has(field) || isNotUnderstood(sent)) return true;
    const is: unknown = Reflect.get(record, field);
    if (valueKind === 'text') return keyOf(is) === keyOf(sent);
    // Some services store whole seconds.
    if (valueKind === 'moment') return seconds(is) === seconds(sent);
    if (valueKind === 'switch') return (is ?? false) === (sent ?? false);
    return isSameValue(valueKind, is ?? null, sent);
  });
}

function keyOf(text: unknown): string {
  return typeof text === 'string' ? textKey(text) : '';
}

function seconds(moment: unknown): number | null {
  return typeof moment === 'number' ? Math.floor(moment / 1000) : null;
}
