import type { Records } from '#main/cache/cache';
import { isSameValue, wireFields, type EditOf } from '#shared/domain/change';
import type { EntityOf } from '#shared/domain/edit-command';
import { fail, FaultError } from '#shared/fault';
import type { Clock } from '#main/pace/clock';
import { faultIn, isRefusal, isUnsure, mayStillCome } from './fault-kinds';
import type { Sent, FullRemote } from './remote';

/** Clocks differ: a record made this much before we asked may still be the one we asked for. */
const clockToleranceMs = 10 * 60_000;
/** What a service whose connection broke gets to finish its work before it is asked again. */
const settleMs = 2_000;

export interface CreatingOptions {
  clock: Clock;
  /** Attempts that nobody knows the end of; outlive a crash. */
  attempts: Records;
}

/** When a create was first tried whose end is unknown, epoch milliseconds; null: never. */
export type AttemptedAt = number | null;

/**
 * Creates a record once. Where no telling answer comes it is looked up before it is tried again, by
 * this call and, after a crash or a new try by the person, by the next one for the same name.
 *
 * `attemptedAt` is given by a caller that keeps its own account of attempts; then none is kept here.
 */
export async function createOnce<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  edit: EditOf[K],
  options: CreatingOptions,
  attemptedAt?: AttemptedAt,
): Promise<Sent<EntityOf[K]>> {
  const { clock, attempts } = options;
  const isKeptElsewhere = attemptedAt !== undefined;
  const key = attemptKey(remote.kind, edit);
  const earlier = isKeptElsewhere ? attemptedAt : attemptIn(attempts.get(key));

  const settled = (result: Sent<EntityOf[K]>) => {
    if (!isKeptElsewhere) attempts.remove(key);
    return result;
  };

  if (earlier !== null) {
    const made = await lookUp(remote, edit, earlier, null);
    if (made) return settled(made);
  }
  const since = earlier ?? clock.now();
  if (!isKeptElsewhere) attempts.put(key, { since });
  const known = remote.known();
  const knownIds = known && new Set(known.map(({ id }) => id));
  const find = () => lookUp(remote, edit, since, earlier === null ? knownIds : null);

  let isSecond = false;
  for (;;) {
    try {
      const made = await remote.create(edit);
      if (made && isAsSent(remote.kind, made.record, edit)) return settled(made);
      // Nothing, or something else, was answered; the list tells better.
      const listed = (await find()) ?? made;
      return settled(listed ?? fail({ kind: 'notThisService', evidence: 'shape' }));
    } catch (error) {
      const fault = faultIn(error);
      if (!isUnsure(fault)) {
        // Refused as a duplicate: perhaps of our own first try, which took its time.
        const isRepeated = isSecond || earlier !== null;
        const made = isRepeated && isRefusal(fault) ? await find() : null;
        if (made) return settled(made);
        if (!isKeptElsewhere && !isSecond) attempts.remove(key);
        throw error;
      }
      const made = await orFirst(find, error);
      if (made) return settled(made);
      if (isSecond || mayStillCome(fault)) throw error;
      await pause(clock, settleMs);
      const madeLate = await orFirst(find, error);
      if (madeLate) return settled(madeLate);
      isSecond = true;
    }
  }
}

/** Looks; where even that fails, what went wrong first is told. */
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

function attemptKey(kind: string, edit: object): string {
  const { email, name } = edit as { email?: string | null; name?: string | null };
  return `${kind}:${folded(email || name)}`;
}

function attemptIn(kept: unknown): AttemptedAt {
  const since = (kept as { since?: unknown } | undefined)?.since;
  return typeof since === 'number' ? since : null;
}

/**
 * The record our create made, if it did: one with the fields that were sent, that was not known
 * before, or, where that cannot be said, not made long before.
 */
async function lookUp<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  edit: EditOf[K],
  since: number,
  knownIds: ReadonlySet<string> | null,
): Promise<Sent<EntityOf[K]> | null> {
  const found = (await remote.list()).find((record) => {
    const isNew = knownIds
      ? !knownIds.has(record.id)
      : record.createdAt === null || record.createdAt >= since - clockToleranceMs;
    return isNew && isAsSent(remote.kind, record, edit);
  });
  return found ? { record: found, raw: null } : null;
}

/** Members a service may answer in another form than it was sent. */
export const reworded = new Set(['country', 'group', 'timeZone', 'password']);

function isAsSent(kind: 'user' | 'group', record: object, edit: object): boolean {
  return Object.entries(wireFields(kind)).every(([field, { kind: valueKind }]) => {
    const sent: unknown = Reflect.get(edit, field);
    if (sent === undefined || reworded.has(field)) return true;
    const is: unknown = Reflect.get(record, field);
    if (valueKind === 'text') return folded(is) === folded(sent);
    // Some services keep whole seconds.
    if (valueKind === 'moment') return seconds(is) === seconds(sent);
    if (valueKind === 'switch') return (is ?? false) === (sent ?? false);
    return isSameValue(valueKind, is ?? null, sent);
  });
}

function folded(text: unknown): string {
  return typeof text === 'string' ? text.trim().toLowerCase() : '';
}

function seconds(moment: unknown): number | null {
  return typeof moment === 'number' ? Math.floor(moment / 1000) : null;
}
