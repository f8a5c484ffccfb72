import type { Job, JobKind, JobRow, RowState } from '#shared/domain/job';
import type { PlainKey } from '#shared/i18n/translate';
import type { Format } from '#lib/format';

/** In a plan, a waiting row "will change", "will be created" and so on. */
export function rowStateLabel(
  state: RowState,
  { phase, kind }: Pick<Job, 'phase' | 'kind'>,
  { t }: Format,
  action?: JobRow['action'],
): string {
  if (state !== 'waiting' || phase !== 'planned') return t(`activity.rowState.${state}`);
  if (kind === 'report') return t('activity.rowState.willBeSent');
  if (action === 'create') return t('activity.rowState.willBeCreated');
  return t(
    action === 'delete' ? 'activity.rowState.willBeDeleted' : 'activity.rowState.willChange',
  );
}

/** The changes of a row on one line. */
export const oneAfterOther = (texts: readonly string[], { t }: Format): string =>
  texts.length === 0
    ? ''
    : texts.reduce((first, second) => t('activity.row.next', { first, second }));

/** What a row of a job with several kinds of records does; the others do not exist. */
const mixedActions: Partial<Record<`${JobRow['action']}.${JobRow['kind']}`, PlainKey>> = {
  'create.user': 'activity.rowAction.create.user',
  'create.group': 'activity.rowAction.create.group',
  'change.user': 'activity.rowAction.change.user',
  'change.group': 'activity.rowAction.change.group',
  'change.limits': 'activity.rowAction.change.limits',
  'delete.user': 'activity.rowAction.delete.user',
  'delete.group': 'activity.rowAction.delete.group',
  'renew.limits': 'activity.rowAction.renew.limits',
};

/** The label of a row's action; in a job with several kinds of records it includes the kind. */
export function actionLabel(
  { action, kind }: Pick<JobRow, 'action' | 'kind'>,
  jobKind: JobKind,
  { t }: Format,
): string {
  const mixed = jobKind === 'mixed' ? mixedActions[`${action}.${kind}`] : undefined;
  return t(mixed ?? `activity.rowAction.${action}`);
}
