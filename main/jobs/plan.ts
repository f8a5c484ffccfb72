import { dayInZone } from '#shared/domain/calendar';
import { changesOf, missingFields, type FieldChange } from '#shared/domain/change';
import { deviceLabel, type Device } from '#shared/domain/device';
import type { GroupEdit, RecordKind, UserEdit } from '#shared/domain/edit';
import { checkLimits, isExpired } from '#shared/domain/expiry';
import { fieldInSentence } from '#shared/domain/field-messages';
import { groupLabel, type Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import type { Licences, Limits } from '#shared/domain/limit';
import { userLabel, validityProblem, type User } from '#shared/domain/user';
import { createReportJudge, type KnownForReports } from './plan-report';
import { withoutPassword, type StoredRow } from './stored';

/** What is known of the account when a plan is made. */
export interface KnownRecords extends KnownForReports {
  users: readonly User[];
  groups: readonly Group[];
  /** null: the service does not tell, so it decides itself. */
  licences: Licences | null;
  /** The account's zone, for days. */
  timeZone: string;
}

/** What a plan comes to before anything is sent. */
export interface Plan {
  rows: StoredRow[];
  /** Passwords by row; to be kept in memory only. */
  passwords: Map<number, string>;
  /** Steps left out because what they say is so already. */
  unchanged: number;
  calls: number;
}

/** One row of another job to be taken back, or why it cannot be. */
export interface UndoStep {
  /** The row of the other job; null: it is no row of a job. */
  undoes: number | null;
  /** The entries of the journal that tell it. */
  entries: readonly string[];
  label: string;
  step: JobStep;
  refusal: string | null;
  /** What does not come back. */
  note?: string;
}

/** What one step comes to; `unchanged` where there is nothing to do. */
interface Verdict {
  label: string;
  changes?: FieldChange[];
  refusal?: string | undefined;
  note?: string | undefined;
  unchanged?: boolean;
  calls?: number;
}

/** Turns steps into rows: what each changes, which are refused and why, what it costs in calls. */
export function planSteps(steps: readonly JobStep[], known: KnownRecords): Plan {
  return planned(asSteps(steps), known);
}

/** The same, with a `turn` for others after every few hundred steps: a track may have 100,000. */
export async function planStepsInChunks(
  steps: Iterable<JobStep>,
  known: KnownRecords,
  turn: () => Promise<void>,
): Promise<Plan> {
  const planning = planningOf(asSteps(steps), known);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
    await turn();
  }
}

function* asSteps(steps: Iterable<JobStep>): Generator<Asked> {
  for (const step of steps) yield { step, undoes: null, entries: [], settled: null };
}

/** The same for steps that take back rows of another job; a row refused there stays in the plan. */
export function planUndoSteps(steps: readonly UndoStep[], known: KnownRecords): Plan {
  return planned(
    steps.map(({ step, undoes, entries, label, refusal, note }) => ({
      step,
      undoes,
      entries,
      note,
      settled: refusal === null ? null : { label, refusal },
    })),
    known,
  );
}

interface Asked {
  step: JobStep;
  undoes: number | null;
  entries: readonly string[];
  note?: string | undefined;
  /** Decided already; else the step is judged. */
  settled: Verdict | null;
}

function planned(asked: Iterable<Asked>, known: KnownRecords): Plan {
  const planning = planningOf(asked, known);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
  }
}

const stepsInTurn = 300;

/** Stops after every few hundred steps. */
function* planningOf(asked: Iterable<Asked>, known: KnownRecords): Generator<undefined, Plan> {
  let judged = 0;
  const judge = createJudge(known);
  const plan: Plan = { rows: [], passwords: new Map(), unchanged: 0, calls: 0 };
  for (const { step: given, undoes, entries, note: givenNote, settled } of asked) {
    const verdict = settled ?? judge(given);
    judged += 1;
    if (judged % stepsInTurn === 0) yield;
    const note = [verdict.note, givenNote].filter(Boolean).join(' ');
    if (verdict.unchanged) {
      plan.unchanged++;
      continue;
    }
    const { step, password } = withoutPassword(given);
    const index = plan.rows.length;
    if (password !== null) plan.passwords.set(index, password);
    if (!verdict.refusal) plan.calls += verdict.calls ?? 1;
    plan.rows.push({
      index,
      label: verdict.label,
      action: step.action,
      state: verdict.refusal ? 'refused' : 'waiting',
      changes: verdict.changes ?? [],
      refusal: verdict.refusal ?? null,
      ...(note ? { note } : {}),
      fault: null,
      step,
      needsPassword: password !== null,
      mayBeSent: false,
      attemptedAt: null,
      attempts: 0,
      recordId: 'id' in step ? step.id : null,
      undoes,
      ...(entries.length > 0 ? { undoesEntries: entries } : {}),
    });
  }
  return plan;
}

/** Judges one step after the other; remembers what the plan has taken already. */
function createJudge(known: KnownRecords): (step: JobStep) => Verdict {
  const users = new Map(known.users.map((user) => [user.id, user]));
  const groups = new Map(known.groups.map((group) => [group.id, group]));
  const devices = new Map(known.devices.map((device) => [device.id, device]));
  const ownerOfEmail = new Map(
    known.users.flatMap((user) => (user.email ? [[emailKey(user.email), user] as const] : [])),
  );
  const emailsInPlan = new Map<string, string>();
  const touched = new Set<string>();
  const judgeReport = createReportJudge(known);
  let freeLicences = known.licences ? known.licences.total - known.licences.used : null;

  function emailTaken(edit: UserEdit, id: string | null): string | null {
    if (!edit.email) return null;
    const key = emailKey(edit.email);
    const owner = ownerOfEmail.get(key);
    if (owner && owner.id !== id) {
      return `The e-mail ${edit.email} belongs to ${userLabel(owner)} already.`;
    }
    const other = emailsInPlan.get(key);
    return other ? `The e-mail ${edit.email} is given to ${other} in this plan already.` : null;
  }

  function takeEmail(edit: UserEdit, label: string): void {
    if (edit.email) emailsInPlan.set(emailKey(edit.email), label);
  }

  /** A second step on one record would work on values that the first has changed. */
  function touchedTwice(kind: string, id: string): string | undefined {
    const key = `${kind}:${id}`;
    if (touched.has(key)) return 'Another row of this plan is about the same record.';
    touched.add(key);
    return undefined;
  }

  function judgeUser(step: JobStep & { action: `${string}User` }): Verdict {
    if (step.action === 'createUser') {
      const label = step.edit.name || step.edit.email || 'New user';
      const missing = missingFields('user', step.edit, true);
      const refusal =
        missing.length > 0 ? missingText('user', missing) : emailTaken(step.edit, null);
      if (!refusal) takeEmail(step.edit, label);
      return {
        label,
        changes: changesOf('user', null, step.edit),
        refusal: refusal ?? wrongPeriod(step.edit, null),
      };
    }
    const user = users.get(step.id);
    if (!user) return { label: step.id, refusal: 'There is no such user any more.' };
    const label = userLabel(user);
    if (step.action === 'deleteUser') {
      return {
        label,
        changes: takenAway(changesOf('user', null, editable(user) as UserEdit)),
        refusal: touchedTwice('user', step.id),
      };
    }
    const changes = changesOf('user', user, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const missing = missingFields('user', step.edit, false);
    const refusal =
      touchedTwice('user', step.id) ??
      (missing.length > 0 ? missingText('user', missing) : emailTaken(step.edit, step.id)) ??
      wrongPeriod(step.edit, user);
    if (!refusal) takeEmail(step.edit, label);
    return { label, changes, refusal };
  }

  function judgeGroup(step: JobStep & { action: `${string}Group` }): Verdict {
    if (step.action === 'createGroup') {
      const missing = missingFields('group', step.edit, true);
      return {
        label: step.edit.name || 'New group',
        changes: changesOf('group', null, step.edit),
        refusal: missing.length > 0 ? missingText('group', missing) : undefined,
      };
    }
    const group = groups.get(step.id);
    if (!group) return { label: step.id, refusal: 'There is no such group any more.' };
    const label = groupLabel(group);
    if (step.action === 'deleteGroup') {
      return {
        label,
        changes: takenAway(changesOf('group', null, editable(group) as GroupEdit)),
        refusal: touchedTwice('group', step.id),
        note: whoLosesSight(group, known.users),
      };
    }
    const changes = changesOf('group', group, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const missing = missingFields('group', step.edit, false);
    return {
      label,
      changes,
      refusal:
        touchedTwice('group', step.id) ??
        (missing.length > 0 ? missingText('group', missing) : undefined) ??
        (step.edit.deviceIds && group.deviceIds === null
          ? 'The service does not tell who is in this group, so its members cannot be changed.'
          : undefined),
    };
  }

  function judgeDevice(step: JobStep & { action: 'changeLimits' | 'renew' }): Verdict {
    const device = devices.get(step.id);
    if (!device) return { label: step.id, refusal: 'There is no such device any more.' };
    const label = deviceLabel(device);
    return step.action === 'renew' ? judgeRenewal(step, device, label) : judgeLimits(step, device);
  }

  function judgeLimits(step: JobStep & { action: 'changeLimits' }, device: Device): Verdict {
    const label = deviceLabel(device);
    if (!known.capabilities.writesLimits) return { label, refusal: notSaveable };
    const changes = changesOf('limits', device.limits ?? noLimits, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const problems = Object.values(checkLimits(step.edit, device.limits));
    const refusal = touchedTwice('device', step.id) ?? (problems.join(' ') || undefined);
    return { label, changes, refusal };
  }

  function judgeRenewal(
    step: JobStep & { action: 'renew' },
    device: Device,
    label: string,
  ): Verdict {
    // Some services leave expired devices out of the list; whether one is, activating it shows.
    const isUnlisted = device.unlistedAt !== null;
    const expired = isUnlisted || isExpired(device, known.now, known.timeZone);
    const day = step.expirationDate;
    const edit = day === null ? {} : { expires: true, expirationDate: day };
    const dated = changesOf('limits', device.limits ?? noLimits, edit);
    if (!expired && dated.length === 0) return { label, unchanged: true };
    const changes = [
      ...dated,
      ...(expired ? [{ field: 'active', before: false, after: true }] : []),
    ];
    const refusal =
      touchedTwice('device', step.id) ??
      (dated.length > 0 && !known.capabilities.writesLimits ? notSaveable : undefined) ??
      (Object.values(checkLimits(edit, device.limits)).join(' ') || undefined) ??
      (day !== null && day <= dayInZone(known.now, known.timeZone)
        ? `${day} is not ahead: the device would expire again at once.`
        : undefined) ??
      (expired ? cannotActivate() : undefined);
    if (expired && !refusal && freeLicences !== null) freeLicences--;
    const calls = (dated.length > 0 ? 1 : 0) + (expired ? 1 : 0) + (isUnlisted ? 1 : 0);
    return { label, changes, refusal, calls };
  }

  function cannotActivate(): string | undefined {
    if (!known.capabilities.activates) return 'This service does not activate devices by itself.';
    if (freeLicences === null || freeLicences > 0) return undefined;
    return 'No licence is left for it: every free one is taken by the rows before, or there is none.';
  }

  return (step) => {
    switch (step.action) {
      case 'createUser':
      case 'changeUser':
      case 'deleteUser':
        return judgeUser(step);
      case 'createGroup':
      case 'changeGroup':
      case 'deleteGroup':
        return judgeGroup(step);
      case 'submitLocation':
      case 'submitAlert':
        return judgeReport(step);
      case 'changeLimits':
      case 'renew':
        return judgeDevice(step);
    }
  };
}

const notSaveable = 'This service does not take changes of limits and expiry.';

const noLimits: Limits = {
  expires: false,
  expirationDate: null,
  dailyEmailLimit: null,
  dailySmsLimit: null,
  emailsSentToday: null,
  smsSentToday: null,
};

function missingText(kind: RecordKind, fields: readonly string[]): string {
  const words = fields.map((field) => fieldInSentence(kind, field));
  const last = words.at(-1) ?? '';
  const list = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last;
  return `The ${list} ${words.length > 1 ? 'are' : 'is'} missing.`;
}

function wrongPeriod(edit: UserEdit, user: User | null): string | undefined {
  if (edit.validFrom === undefined && edit.expiresAt === undefined) return undefined;
  return validityProblem({ ...user, ...edit }) ?? undefined;
}

const emailKey = (email: string) => email.trim().toLowerCase();

/** A record as an edit that would make it: the members that nobody can write are no fields of it. */
function editable(record: User | Group): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

function takenAway(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map(({ field, after }) => ({ field, before: after, after: null }));
}

/** Names the users whose view is this group; deleting it takes its devices from their sight. */
function whoLosesSight(group: Group, users: readonly User[]): string | undefined {
  const tied = users.filter(({ group: seen }) => seen === group.id || seen === group.name);
  if (tied.length === 0) return undefined;
  const names = tied.slice(0, 10).map(userLabel).join(', ');
  const more = tied.length > 10 ? ` and ${tied.length - 10} more` : '';
  const devices = group.deviceIds?.length ?? 0;
  return `${names}${more} ${tied.length === 1 ? 'loses' : 'lose'} sight of ${devices} ${devices === 1 ? 'device' : 'devices'}.`;
}
