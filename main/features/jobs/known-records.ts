import type { KnownForReports } from '#main/features/submit/report-check';
import type { FieldChange } from '#shared/domain/change';
import type { Group } from '#shared/domain/group';
import type { Licences } from '#shared/domain/device';
import type { User } from '#shared/domain/user';

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
  refusal?: string | undefined;
  note?: string | undefined;
  /** There is nothing to change. */
  unchanged?: boolean;
  calls?: number;
}

/** Remembers the records of a plan. Returns why a second step on one of them is refused. */
export type TouchedTwice = (kind: string, id: string) => string | undefined;
