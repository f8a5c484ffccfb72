import { type EditOf, fieldsInSentence } from '#shared/domain/change';
import { fail, FaultError } from '#shared/fault';
import { unreadOriginals } from '#shared/wire/encode';
import { faultIn } from './fault-kinds';
import type { Kind } from './remote';

const nouns: Record<Kind, string> = { user: 'user', group: 'group', limits: 'device' };

/**
 * Refuses an edit that would overwrite a list or map of which nothing was understood (decision
 * 0077). Returns how many members of its other lists were not understood.
 */
export function requireUnderstood<K extends Kind>(
  kind: K,
  rawTheirs: unknown,
  edit: EditOf[K],
): number {
  const { whole, members } = unreadOriginals(kind, rawTheirs, edit);
  if (whole.length === 0) return members;
  return fail({ kind: 'declined', reason: 'state', message: notUnderstoodMessage(kind, whole) });
}

/** Why an edit of these fields is not written. */
export function notUnderstoodMessage(kind: Kind, fields: readonly string[]): string {
  return `What the service sent as ${fieldsInSentence(kind, fields)} of this ${nouns[kind]} was not understood; writing it would drop that. Nothing was written.`;
}

/** The refusal of a change of single members: the only change that keeps the other ones. */
export function withUnread(refusal: unknown, kind: Kind, unreadMembers: number): unknown {
  if (unreadMembers === 0) return refusal;
  const fault = faultIn(refusal);
  const said = 'message' in fault && fault.message ? ` The service says: “${fault.message}”` : '';
  const message =
    unreadMembers === 1
      ? `1 member of this ${nouns[kind]} was not understood; writing the list whole would drop it, and the service refused to change single members. Nothing was written.${said}`
      : `${unreadMembers} members of this ${nouns[kind]} were not understood; writing the list whole would drop them, and the service refused to change single members. Nothing was written.${said}`;
  return new FaultError({ kind: 'declined', reason: 'state', message });
}
