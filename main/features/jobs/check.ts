import { notUnderstoodMessage } from '#main/features/records/saving';
import { createReportCheck, type KnownForReports } from '#main/features/submit/report-check';
import { dayInZone, dayMs } from '#shared/domain/calendar';
import {
  changesOf,
  missingFields,
  recordFields,
  type EditOf,
  type FieldChange,
  fieldNames,
} from '#shared/domain/change';
import {
  deviceLabel,
  type Device,
  freeLicences,
  noLimits,
  type Licences,
} from '#shared/domain/device';
import type { RecordKind, UserEdit, EntityOf } from '#shared/domain/edit';
import { checkLimits, expiryDay, isExpired } from '#shared/domain/expiry';
import { emailKey } from '#shared/domain/text';
import { groupLabel, type Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { expiresAtOnce } from '#shared/domain/device-limits';
import { userLabel, validityProblem, type User } from '#shared/domain/user';
import { message, type Message, type Said, sentences } from '#shared/i18n/translate';

/** The cached state of the account that a plan is checked against. */
export interface KnownRecords extends KnownForReports {
  users: readonly User[];
  groups: readonly Group[];
  /** Lists that the service never sent: nothing is known of their records. */
  unknown?: ReadonlySet<'users' | 'groups'> | undefined;
  /** null: not provided by the service, which then decides itself. */
  licences: Licences | null;
}

/** The effect of a step, or why it is refused. */
export interface StepCheck {
  label: string;
  changes?: FieldChange[];
  refusal?: Said | undefined;
  note?: Message | undefined;
  /** There is nothing to change. */
  unchanged?: boolean;
  calls?: number;
}

type StepOf<K extends JobStep['kind']> = Extract<JobStep, { kind: K }>;

/** Checks the steps of one plan one after the other, each against those before it. */
export class StepChecker {
  readonly #users: ReadonlyMap<string, User>;
  readonly #groups: ReadonlyMap<string, Group>;
  readonly #devices: ReadonlyMap<string, Device>;
  readonly #ownerOfEmail: ReadonlyMap<string, User>;
  readonly #checkReport: ReturnType<typeof createReportCheck>;
  /** Records of the steps so far. */
  readonly #touched = new Set<string>();
  /** E-mail addresses that the plan gives away, with the label of the user. */
  readonly #emailsInPlan = new Map<string, string>();
  /** Each renewal of an expired device takes one; null: not known. */
  #freeLicences: number | null;

  constructor(private readonly known: KnownRecords) {
    this.#users = new Map(known.users.map((user) => [user.id, user]));
    this.#groups = new Map(known.groups.map((group) => [group.id, group]));
    this.#devices = new Map(known.devices.map((device) => [device.id, device]));
    this.#ownerOfEmail = new Map(
      known.users.flatMap((user) => (user.email ? [[emailKey(user.email), user] as const] : [])),
    );
    this.#checkReport = createReportCheck(known);
    this.#freeLicences = freeLicences(known.licences);
  }

  check(step: JobStep): StepCheck {
    switch (step.kind) {
      case 'user':
        return this.#checkUser(step);
      case 'group':
        return this.#checkGroup(step);
      case 'limits':
        return this.#checkDevice(step);
      case 'report':
        return this.#checkReport(step);
    }
  }

  /** E-mail addresses are unique, also within the plan. */
  #checkUser(step: StepOf<'user'>): StepCheck {
    if (step.action === 'create') {
      const { edit } = step;
      const label = edit.name || edit.email || noName;
      const refusal = missingMessage('user', edit, true) ?? this.#emailTaken(edit, null);
      if (!refusal) this.#reserveEmail(edit, label);
      const changes = changesOf('user', null, edit);
      return { label, changes, refusal: refusal ?? wrongPeriod(edit, null) };
    }
    const user = this.#users.get(step.id);
    if (!user) return { label: step.id, refusal: this.#absentMessage('user') };
    const label = userLabel(user);
    if (step.action === 'delete') {
      const refusal = this.#touchedTwice(step);
      return { label, changes: deletedFields('user', user), refusal };
    }
    const changes = changesOf('user', user, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const refusal =
      this.#touchedTwice(step) ??
      missingMessage('user', step.edit, false) ??
      this.#emailTaken(step.edit, step.id) ??
      unreadRefusal('user', user, step.edit) ??
      wrongPeriod(step.edit, user);
    if (!refusal) this.#reserveEmail(step.edit, label);
    return { label, changes, refusal };
  }

  #checkGroup(step: StepOf<'group'>): StepCheck {
    if (step.action === 'create') {
      const label = step.edit.name || noName;
      const changes = changesOf('group', null, step.edit);
      return { label, changes, refusal: missingMessage('group', step.edit, true) };
    }
    const group = this.#groups.get(step.id);
    if (!group) return { label: step.id, refusal: this.#absentMessage('group') };
    const label = groupLabel(group);
    if (step.action === 'delete') {
      return {
        label,
        changes: deletedFields('group', group),
        refusal: this.#touchedTwice(step),
        note: this.known.unknown?.has('users')
          ? message('jobs.note.usersNotLoaded')
          : lossOfAccess(group, this.known.users),
      };
    }
    const changes = changesOf('group', group, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const refusal =
      this.#touchedTwice(step) ??
      missingMessage('group', step.edit, false) ??
      unreadRefusal('group', group, step.edit) ??
      (step.edit.deviceIds && group.deviceIds === null
        ? message('jobs.refused.membersNotProvided')
        : undefined);
    return { label, changes, refusal };
  }

  #checkDevice(step: StepOf<'limits'>): StepCheck {
    const device = this.#devices.get(step.id);
    if (!device) return { label: step.id, refusal: message('jobs.refused.noDevice') };
    return step.action === 'renew'
      ? this.#checkRenewal(step, device)
      : this.#checkLimits(step, device);
  }

  #checkLimits(step: StepOf<'limits'> & { action: 'change' }, device: Device): StepCheck {
    const { capabilities, now, timeZone } = this.known;
    const label = deviceLabel(device);
    if (!capabilities.writesLimits) return { label, refusal: limitsReadOnly };
    const changes = changesOf('limits', device.limits ?? noLimits, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const refusal = this.#touchedTwice(step) ?? limitsProblem(step.edit, device);
    const day = expiresAtOnce(step.edit, device.limits, timeZone, now);
    return {
      label,
      changes,
      refusal,
      note: day === null ? undefined : message('jobs.note.expiresAtOnce', { day: dayMs(day) }),
    };
  }

  #checkRenewal(step: StepOf<'limits'> & { action: 'renew' }, device: Device): StepCheck {
    const { capabilities, now, timeZone } = this.known;
    const label = deviceLabel(device);
    // Some services leave expired devices out of the list; activating one shows whether it is.
    const isUnlisted = device.unlistedAt !== null;
    const expired = isUnlisted || isExpired(device, now, timeZone);
    const day = step.expirationDate;
    const edit = day === null ? {} : { expires: true, expirationDate: day };
    const dated = changesOf('limits', device.limits ?? noLimits, edit);
    if (!expired && dated.length === 0) return { label, unchanged: true };
    const changes = [
      ...dated,
      ...(expired ? [{ field: 'active', before: false, after: true }] : []),
    ];
    const refusal =
      this.#touchedTwice(step) ??
      (dated.length > 0 && !capabilities.writesLimits ? limitsReadOnly : undefined) ??
      limitsProblem(edit, device) ??
      (day !== null && day <= dayInZone(now, timeZone)
        ? message('jobs.refused.notFuture', { day: dayMs(day) })
        : undefined) ??
      this.#shortens(device, day) ??
      (expired ? this.#cannotActivate() : undefined);
    if (expired && !refusal && this.#freeLicences !== null) this.#freeLicences--;
    const calls = (dated.length > 0 ? 1 : 0) + (expired ? 1 : 0) + (isUnlisted ? 1 : 0);
    return { label, changes, refusal, calls, note: this.#passedDateNote(device, expired, day) };
  }

  /** What was paid for is never shortened by renewing; the limits of a device can be. */
  #shortens(device: Device, day: string | null): Message | undefined {
    const present = expiryDay(device, this.known.timeZone);
    return day !== null && present !== null && day < present
      ? message('jobs.refused.shortens', { day: dayMs(present) })
      : undefined;
  }

  #passedDateNote(device: Device, expired: boolean, day: string | null): Message | undefined {
    const { now, timeZone } = this.known;
    const present = expiryDay(device, timeZone);
    if (present === null || day !== null) return undefined;
    // What becomes of a passed date depends on the service.
    if (!expired || present > dayInZone(now, timeZone)) return undefined;
    return message('jobs.note.datePassed', { day: dayMs(present) });
  }

  #cannotActivate(): Message | undefined {
    if (!this.known.capabilities.activates) return message('jobs.refused.activatesNot');
    return this.#freeLicences !== null && this.#freeLicences <= 0 ? noLicence : undefined;
  }

  /** A second step would work on values that the first one changes. */
  #touchedTwice({ kind, id }: { kind: RecordKind; id: string }): Message | undefined {
    const key = `${kind}:${id}`;
    if (this.#touched.has(key)) return message('jobs.refused.touchedTwice');
    this.#touched.add(key);
    return undefined;
  }

  #absentMessage(kind: 'user' | 'group'): Message {
    if (this.known.unknown?.has(`${kind}s`)) {
      return message(
        kind === 'user' ? 'jobs.refused.usersNotLoaded' : 'jobs.refused.groupsNotLoaded',
      );
    }
    return message(kind === 'user' ? 'jobs.refused.noUser' : 'jobs.refused.noGroup');
  }

  #emailTaken({ email }: UserEdit, id: string | null): Message | undefined {
    if (!email) return undefined;
    const owner = this.#ownerOfEmail.get(emailKey(email));
    if (owner && owner.id !== id) {
      return message('jobs.refused.emailTaken', { email, user: userLabel(owner) });
    }
    const other = this.#emailsInPlan.get(emailKey(email));
    return other ? message('jobs.refused.emailInPlan', { email, user: other }) : undefined;
  }

  #reserveEmail({ email }: UserEdit, label: string): void {
    if (email) this.#emailsInPlan.set(emailKey(email), label);
  }
}

/** A new record that has no name is refused; its row is called so. */
const noName = '—';
/** Before a plan is refused for this, the service is asked for the present number. */
const noLicence = message('jobs.refused.noLicence');
export const isNoLicence = (refusal: Said | null): boolean =>
  typeof refusal === 'object' && refusal?.key === noLicence.key;
const limitsReadOnly = message('jobs.refused.limitsReadOnly');

/** Reports the empty mandatory fields of a row. */
function missingMessage(kind: RecordKind, edit: object, isNew: boolean): Message | undefined {
  const fields = fieldNames(kind, missingFields(kind, edit, isNew));
  return fields.length === 0 ? undefined : message('jobs.refused.missing', { fields });
}

function limitsProblem(edit: EditOf['limits'], { limits }: Device): Message | undefined {
  return sentences(Object.values(checkLimits(edit, limits)));
}

function wrongPeriod(edit: UserEdit, user: User | null): Message | undefined {
  if (edit.validFrom === undefined && edit.expiresAt === undefined) return undefined;
  return validityProblem({ ...user, ...edit }) ?? undefined;
}

/** Why an edit is refused that would overwrite lists or maps that were not understood. */
function unreadRefusal<K extends 'user' | 'group'>(
  kind: K,
  { gaps }: Pick<EntityOf[K], 'gaps'>,
  edit: EditOf[K],
): Message | undefined {
  const table = recordFields(kind);
  const fields = Object.keys(edit).filter((field) => {
    const isList = table[field]?.kind === 'set' || table[field]?.kind === 'map';
    return isList && Object.hasOwn(gaps?.notUnderstood ?? {}, field);
  });
  return fields.length === 0 ? undefined : notUnderstoodMessage(kind, fields);
}

/** The fields that a deletion removes, without empty ones: null is not a field of an edit. */
function deletedFields<K extends 'user' | 'group'>(kind: K, record: EntityOf[K]): FieldChange[] {
  const values = Object.entries(record).filter(([, value]) => value !== null);
  const edit = Object.fromEntries(values) as EditOf[K];
  return changesOf(kind, null, edit).map(({ field, after }) => ({
    field,
    before: after,
    after: null,
  }));
}

const mostNamed = 10;

/** Names the users who can see this group's devices and lose access when it is deleted. */
function lossOfAccess(group: Group, users: readonly User[]): Message | undefined {
  const assigned = users.filter(({ group: seen }) => seen === group.id || seen === group.name);
  if (assigned.length === 0) return undefined;
  const more = assigned.length - mostNamed;
  const values = {
    count: assigned.length,
    users: [
      ...assigned.slice(0, mostNamed).map(userLabel),
      ...(more > 0 ? [message('fields.is.more', { count: more })] : []),
    ],
  };
  if (group.deviceIds === null || group.gaps?.partly?.['deviceIds']) {
    return message('jobs.note.losesUnknownAccess', values);
  }
  return message('jobs.note.losesAccess', { ...values, devices: group.deviceIds.length });
}
