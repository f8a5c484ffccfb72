// Why it is so: docs/decisions/0025-merge-and-guarded-patch.md
import type { PatchStep } from '#main/api/service-client';
import { isDeepStrictEqual } from 'node:util';
import {
  fieldNames,
  mergeThreeWay,
  type EditOf,
  type RecordOf,
  isNotUnderstood,
  isSameValue,
  recordFields,
} from '#shared/domain/change';
import type { Device } from '#shared/domain/device';
import {
  type FieldConflict,
  type EntityOf,
  mayBeFromAttempt,
  mayStillArrive,
} from '#shared/domain/edit';
import { failDeclined, FaultError, type Fault, fail } from '#shared/fault';
import {
  toJsonPatch,
  toReplaceBody,
  unreadOriginals,
  type PatchOperation,
} from '#shared/wire/records';
import { message, type Message } from '#shared/i18n/translate';
import type { Records } from '#main/cache/cache';
import { textKey } from '#shared/domain/text';
import type { Clock } from '#main/pace/clock';

/** A record as the service sent it: decoded, and its JSON. */
export interface Sent<R> {
  record: R;
  raw: unknown;
}

export type Kind = keyof EntityOf;

/** Reads and changes records of one kind at the service, and caches the answers. */
export interface Remote<K extends Kind> {
  kind: K;
  read(id: string): Promise<Sent<EntityOf[K]>>;
  patch(id: string, steps: readonly PatchStep[]): Promise<Sent<EntityOf[K]> | null>;
  /** The part of the record that is edited. */
  editable(record: EntityOf[K]): RecordOf[K];
  label(record: EntityOf[K]): string;
  /** Applies a response of the service to the cached list, without reading the list again. */
  cache(sent: Sent<EntityOf[K]>): void;
  /** The service has no such record: removes it from the cached list. */
  drop(id: string): void;
  /** Sends the edited record to the window now, not with the next batch; null: it was deleted. */
  announce(record: EntityOf[K] | null): void;
}

/** A kind that is also created, replaced and deleted. */
export interface FullRemote<K extends 'user' | 'group'> extends Remote<K> {
  create(edit: EditOf[K]): Promise<Sent<EntityOf[K]> | null>;
  replace(id: string, body: Record<string, unknown>): Promise<Sent<EntityOf[K]> | null>;
  remove(id: string): Promise<void>;
  /** The cached list; null if it was never read. */
  known(): readonly EntityOf[K][] | null;
  /** Reads the whole list again. */
  list(): Promise<readonly EntityOf[K][]>;
}

/** Each kind of record at the service. */
export interface Remotes {
  user: FullRemote<'user'>;
  group: FullRemote<'group'>;
  limits: Remote<'limits'>;
}

/** One edit of a record that exists. */
export interface Change<K extends Kind> {
  id: string;
  /** The record as it was shown to the user. */
  base: RecordOf[K];
  edit: EditOf[K];
  /** The record as just read, if the caller has it; spares one call. */
  prefetched?: Sent<EntityOf[K]> | undefined;
  /** Throws if the rules forbid the merged edit on the record as it is now. */
  check?: ((edit: EditOf[K], theirs: EntityOf[K]) => void) | undefined;
}

/** The result of a change; `before` and `edit` contain the actual change. */
export type Result<K extends Kind> =
  | { status: 'saved'; before: EntityOf[K]; after: Sent<EntityOf[K]>; edit: EditOf[K] }
  | { status: 'unchanged'; after: Sent<EntityOf[K]> }
  | { status: 'conflict'; theirs: Sent<EntityOf[K]>; conflicts: FieldConflict[] };

/** Maximum number of attempts if the record changes during the save. */
const maximumRounds = 8;

/** How a merged edit is sent. */
interface Plan<K extends Kind> {
  send: () => Promise<Sent<EntityOf[K]> | null>;
  /** The body. Reads of the record that give the same body do not differ in anything relevant. */
  what: unknown;
  tests: PatchOperation[];
  /** False: it relies on a read just before. */
  isGuarded: boolean;
  /** Members of lists that were not understood and would be lost in any other form of the change. */
  unreadMembers: number;
}

/** null if there is nothing to send. */
type Planner<K extends Kind> = (theirs: Sent<EntityOf[K]>, edit: EditOf[K]) => Plan<K> | null;

/** PATCH of the changed fields, guarded by `test` on the values it replaces. */
export function saveByPatch<K extends Kind>(
  remote: Remote<K>,
  change: Change<K>,
  support: TestSupport,
): Promise<Result<K>> {
  return save(remote, change, support, (theirs, edit) => {
    const unreadMembers = requireUnderstood(remote.kind, theirs.raw, edit);
    const steps = toJsonPatch(remote.kind, theirs.raw, edit);
    if (steps.length === 0) return null;
    const patch = guarded(remote.kind, steps, theirs.raw, support);
    return {
      send: () => remote.patch(change.id, patch),
      what: patch,
      tests: patch.filter(({ op }) => op === 'test'),
      isGuarded: steps.every((step) => step.op !== 'test' || patch.includes(step)),
      unreadMembers,
    };
  });
}

/** PUT of the whole record right after it was read and merged; a PUT cannot be guarded. */
export function saveByReplacing<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  change: Change<K>,
  support: TestSupport,
): Promise<Result<K>> {
  return save(remote, change, support, (theirs, edit) => {
    requireUnderstood(remote.kind, theirs.raw, edit);
    const body = toReplaceBody(remote.kind, theirs.raw, edit);
    const send = () => remote.replace(change.id, body);
    return { send, what: body, tests: [], isGuarded: false, unreadMembers: 0 };
  });
}

/**
 * Reads, merges and sends until the change is saved, in conflict, or refused for good. It overwrites no
 * other change: one made meanwhile fails a test, and then the whole round is repeated.
 */
async function save<K extends Kind>(
  remote: Remote<K>,
  { id, base, edit, prefetched, check }: Change<K>,
  support: TestSupport,
  planFor: Planner<K>,
): Promise<Result<K>> {
  let theirs = prefetched ?? (await remote.read(id));
  let isJustRead = prefetched === undefined;
  /** An attempt without a response, which may have been carried out. */
  let unsure: { before: EntityOf[K]; edit: EditOf[K] } | null = null;

  const planOn = (on: Sent<EntityOf[K]>) => {
    const merged = mergeThreeWay(remote.kind, base, remote.editable(on.record), edit);
    const isEmpty = Object.keys(merged.edit).length === 0;
    return { ...merged, plan: isEmpty ? null : planFor(on, merged.edit) };
  };

  for (let round = 0; round < maximumRounds; round++) {
    const { conflicts, edit: left, plan } = planOn(theirs);
    if (conflicts.length > 0) return { status: 'conflict', theirs, conflicts };
    if (plan === null) {
      return unsure
        ? { status: 'saved', ...unsure, after: theirs }
        : { status: 'unchanged', after: theirs };
    }
    if (!plan.isGuarded && !isJustRead) {
      theirs = await remote.read(id);
      isJustRead = true;
      continue;
    }
    check?.(left, theirs.record);
    try {
      const answer = await plan.send();
      const isComplete = answer !== null && isIn(remote, answer.record, theirs.record, left);
      const after = isComplete ? answer : await remote.read(id);
      const before = unsure?.before ?? theirs.record;
      return { status: 'saved', before, edit: { ...unsure?.edit, ...left }, after };
    } catch (error) {
      const fault = faultIn(error);
      const isUnknown = isUnsure(fault) && !isRefusal(fault);
      // After a second lost response the user decides.
      if (!isRefusal(fault) && (!isUnknown || unsure)) throw error;
      let again = await readAgain(remote, id, error);
      const hasMoved = !isDeepStrictEqual(planOn(again).plan?.what, plan.what);
      if (isUnknown) {
        unsure = { before: theirs.record, edit: left };
      } else if (!hasMoved) {
        const refusal = withUnread(error, remote.kind, plan.unreadMembers);
        await learnTests(remote, id, plan.tests, support, refusal);
        again = await remote.read(id);
      }
      theirs = again;
      isJustRead = true;
    }
  }
  return failDeclined(message('faults.main.keptChanging'));
}

/** Whether an answer contains the edit that was just sent; otherwise the record is read. */
function isIn<K extends Kind>(
  remote: Remote<K>,
  answered: EntityOf[K],
  before: EntityOf[K],
  edit: EditOf[K],
): boolean {
  const now = remote.editable(answered);
  const { edit: left, conflicts } = mergeThreeWay(remote.kind, remote.editable(before), now, edit);
  const isLeft = Object.keys(left).some((field) => field !== 'password');
  return !isLeft && conflicts.length === 0;
}

/** Reads the record after an error; if that fails too, the first error is thrown. */
async function readAgain<K extends Kind>(
  remote: Remote<K>,
  id: string,
  cause: unknown,
): Promise<Sent<EntityOf[K]>> {
  try {
    return await remote.read(id);
  } catch (error) {
    if (faultIn(error).kind === 'notFound') throw error;
    throw cause instanceof FaultError ? cause : error;
  }
}

/**
 * A guarded patch was refused although the record did not change: either the service accepts no `test`
 * of these members, or it refuses the change itself. Sending the tests alone, which change nothing,
 * shows which. Throws `refusal` if the tests are accepted.
 */
async function learnTests<K extends Kind>(
  remote: Remote<K>,
  id: string,
  tests: readonly PatchOperation[],
  support: TestSupport,
  refusal: unknown,
): Promise<void> {
  const accepts = async (steps: readonly PatchOperation[]) => {
    try {
      await remote.patch(id, steps);
      return true;
    } catch (error) {
      if (isRefusal(faultIn(error))) return false;
      throw error;
    }
  };
  if (tests.length === 0 || (await accepts(tests))) throw refusal;
  for (const [member, steps] of testsByMember(tests)) {
    if (await accepts(steps)) continue;
    const now = await remote.read(id);
    // The record changed once more: this refusal says nothing about tests.
    if (!hold(steps, now.raw)) return;
    support.refused.add(`${remote.kind}${member}`);
  }
}

/** Whether tests hold on a record as it was read. */
function hold(tests: readonly PatchOperation[], raw: unknown): boolean {
  return tests.every((test) => {
    let value: unknown = raw;
    for (const token of test.path.split('/').slice(1)) {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof value !== 'object' || value === null) return false;
      value = (value as Record<string, unknown>)[key];
    }
    return test.op === 'test' && isDeepStrictEqual(value, test.value);
  });
}

/**
 * Refuses an edit that would overwrite a list or map of which nothing was understood (decision
 * 0014). Returns how many members of its other lists were not understood.
 */
function requireUnderstood<K extends Kind>(kind: K, rawTheirs: unknown, edit: EditOf[K]): number {
  const { whole, members } = unreadOriginals(kind, rawTheirs, edit);
  if (whole.length === 0) return members;
  return failDeclined(notUnderstoodMessage(kind, whole));
}

const notUnderstood = {
  user: 'records.notUnderstood.user',
  group: 'records.notUnderstood.group',
  limits: 'records.notUnderstood.limits',
} as const;

/** Why an edit of these fields is not written. */
export const notUnderstoodMessage = (kind: Kind, fields: readonly string[]): Message =>
  message(notUnderstood[kind], { fields: fieldNames(kind, fields) });

const withUnreadMembers = {
  user: 'records.unreadMembers.user',
  group: 'records.unreadMembers.group',
  limits: 'records.unreadMembers.limits',
} as const;

/** The refusal of a change of single members: the only change that keeps the other ones. */
function withUnread(refusal: unknown, kind: Kind, unreadMembers: number): unknown {
  if (unreadMembers === 0) return refusal;
  const fault = faultIn(refusal);
  const said = 'message' in fault ? fault.message : undefined;
  const what = message(withUnreadMembers[kind], { count: unreadMembers });
  return new FaultError({
    kind: 'declined',
    reason: 'state',
    message: said ? message('records.withSaid', { what, said }) : what,
  });
}

/**
 * Activates a device. `before` is null if it was active already. Needs no guard: it is idempotent.
 * Fails if the service accepts the change, but does not state that the device is active.
 */
export async function activateOnce(
  remote: Remote<'limits'>,
  id: string,
  prefetched: Sent<Device> | undefined,
): Promise<{ before: Device | null; after: Sent<Device> }> {
  const before = prefetched ?? (await remote.read(id));
  if (before.record.isActive) return { before: null, after: before };
  const steps = [{ op: 'add' as const, path: '/active', value: true }];
  for (let isSecond = false; ; isSecond = true) {
    try {
      const answer = await remote.patch(id, steps);
      const after = answer?.record.isActive ? answer : await remote.read(id);
      return { before: before.record, after: requireActive(remote, after) };
    } catch (error) {
      if (!isUnsure(faultIn(error))) throw error;
      const now = await readAgain(remote, id, error);
      if (now.record.isActive) return { before: before.record, after: now };
      if (isSecond) throw error;
    }
  }
}

/** The record, which is kept as the service sent it, if it states that the device is active. */
function requireActive(remote: Remote<'limits'>, after: Sent<Device>): Sent<Device> {
  if (after.record.isActive === true) return after;
  remote.cache(after);
  const why =
    after.record.isActive === false
      ? message('faults.main.statedInactive')
      : message('faults.main.notStatedActive');
  return failDeclined(why);
}

/** Deletes. After a lost answer it looks whether the record is gone, and tries once more. */
export async function deleteOnce<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  id: string,
): Promise<void> {
  try {
    return await remote.remove(id);
  } catch (error) {
    if (!isUnsure(faultIn(error))) throw error;
    if (await isGone(remote, id, error)) return;
  }
  try {
    await remote.remove(id);
  } catch (error) {
    // The first attempt was carried out.
    if (faultIn(error).kind !== 'notFound') throw error;
  }
}

async function isGone<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  id: string,
  cause: unknown,
): Promise<boolean> {
  try {
    await remote.read(id);
    return false;
  } catch (error) {
    if (faultIn(error).kind === 'notFound') return true;
    throw cause;
  }
}

/** The tests that this service was found to refuse, while the account is open. */
interface TestSupport {
  /** What cannot be tested: `kind/member`, or `kind` for all its members. */
  refused: Set<string>;
}

/** Members with the time of the last change (wire contract 4.1 and 5.1). */
const stamps = ['modification', 'lastModified'];

/**
 * The patch with the tests that this service accepts. A missing member cannot be tested itself (two
 * users may both add it), and a position in a list holds only as long as the list does not change,
 * so the time of the last change is tested too.
 */
export function guarded(
  kind: string,
  steps: readonly PatchOperation[],
  raw: unknown,
  { refused }: TestSupport,
): PatchOperation[] {
  const needsStamp = steps.some(
    ({ op, path }) =>
      (op === 'add' && !/^\/password$/i.test(path)) || (op === 'remove' && /\/\d+$/.test(path)),
  );
  const stamped = needsStamp ? [...stampTest(raw), ...steps] : steps;
  const isRefused = (path: string) => refused.has(kind) || refused.has(`${kind}${memberIn(path)}`);
  return stamped.filter(({ op, path }) => op !== 'test' || !isRefused(path));
}

function stampTest(raw: unknown): PatchOperation[] {
  if (typeof raw !== 'object' || raw === null) return [];
  for (const [key, value] of Object.entries(raw)) {
    const isStamp = stamps.some((name) => name.toLowerCase() === key.toLowerCase());
    if (isStamp && typeof value === 'string') return [{ op: 'test', path: `/${key}`, value }];
  }
  return [];
}

export function testsByMember(steps: readonly PatchOperation[]): Map<string, PatchOperation[]> {
  const tests = new Map<string, PatchOperation[]>();
  for (const step of steps) {
    if (step.op !== 'test') continue;
    const member = memberIn(step.path);
    tests.set(member, [...(tests.get(member) ?? []), step]);
  }
  return tests;
}

/** `/tags` of `/tags/depot`. */
function memberIn(path: string): string {
  return path.split('/', 2).join('/');
}

/** The fault of an error; any other error is thrown again. */
export function faultIn(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  throw error;
}

/** Runs a change and redacts the password in a refusal: it must not appear on screen. */
export async function redactPassword<T>(edit: object, work: () => Promise<T>): Promise<T> {
  const { password } = edit as { password?: string };
  try {
    return await work();
  } catch (error) {
    const fault = faultIn(error);
    const said = 'message' in fault ? fault.message : undefined;
    if (!password || typeof said !== 'string' || !said.includes(password)) throw error;
    throw new FaultError({ ...fault, message: said.replaceAll(password, '…') } as Fault);
  }
}

/** The service read the change and did not carry it out. */
export function isRefusal(fault: Fault): boolean {
  if (fault.kind === 'busy') return fault.status === 501;
  return fault.kind === 'conflict' || fault.kind === 'invalid';
}

/** The result is unknown: the change may have been carried out or not. */
export function isUnsure(fault: Fault): boolean {
  return fault.kind === 'offline' || fault.kind === 'busy' || fault.kind === 'notThisService';
}

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
