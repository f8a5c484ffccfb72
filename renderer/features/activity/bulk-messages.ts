import type { Job, JobStep } from '#shared/domain/job';
import { countedMessage, type CountedMessage } from '#lib/counted-message';
import { type Format, duration } from '#lib/format';

/** What all rows of a bulk action do; `mixed`: different things, or not known. */
export type BulkAction = NameOf<JobStep> | 'activate' | 'mixed';

type NameOf<Step> = Step extends JobStep ? `${Step['kind']}.${Step['action']}` : never;

/** The action that all steps have in common. */
export function bulkActionOf(steps: readonly JobStep[]): BulkAction {
  const all = new Set(steps.map(({ kind, action }) => `${kind}.${action}` as NameOf<JobStep>));
  const [first] = all;
  if (first === undefined || all.size > 1) return 'mixed';
  const isDated = (step: JobStep) => step.action === 'renew' && step.expirationDate !== null;
  return first === 'limits.renew' && !steps.some(isDated) ? 'activate' : first;
}

const runMessages: Record<BulkAction, CountedMessage> = {
  'user.create': { one: 'Create 1 user', many: 'Create {n} users' },
  'user.change': { one: 'Change 1 user', many: 'Change {n} users' },
  'user.delete': { one: 'Delete 1 user', many: 'Delete {n} users' },
  'group.create': { one: 'Create 1 group', many: 'Create {n} groups' },
  'group.change': { one: 'Change 1 group', many: 'Change {n} groups' },
  'group.delete': { one: 'Delete 1 group', many: 'Delete {n} groups' },
  'limits.change': { one: 'Set limits of 1 device', many: 'Set limits of {n} devices' },
  'limits.renew': { one: 'Renew 1 device', many: 'Renew {n} devices' },
  activate: { one: 'Activate 1 device', many: 'Activate {n} devices' },
  'report.submitLocation': { one: 'Submit 1 record', many: 'Submit {n} records' },
  'report.submitAlert': { one: 'Submit 1 record', many: 'Submit {n} records' },
  mixed: { one: 'Apply 1 change', many: 'Apply {n} changes' },
};

const doneMessages: Record<BulkAction, CountedMessage> = {
  'user.create': { one: '1 user created', many: '{n} users created' },
  'user.change': { one: '1 user changed', many: '{n} users changed' },
  'user.delete': { one: '1 user deleted', many: '{n} users deleted' },
  'group.create': { one: '1 group created', many: '{n} groups created' },
  'group.change': { one: '1 group changed', many: '{n} groups changed' },
  'group.delete': { one: '1 group deleted', many: '{n} groups deleted' },
  'limits.change': { one: 'Limits of 1 device set', many: 'Limits of {n} devices set' },
  'limits.renew': { one: '1 device renewed', many: '{n} devices renewed' },
  activate: { one: '1 device activated', many: '{n} devices activated' },
  'report.submitLocation': { one: '1 record submitted', many: '{n} records submitted' },
  'report.submitAlert': { one: '1 record submitted', many: '{n} records submitted' },
  mixed: { one: '1 change applied', many: '{n} changes applied' },
};

const failedMessage: CountedMessage = { one: '1 row failed', many: '{n} rows failed' };

type Count = Pick<Format, 'count'>;

/** The label of the button that runs a plan: "Renew 4 devices". */
export const runMessage = (action: BulkAction, rows: number, format: Count): string =>
  countedMessage(runMessages[action], rows, format);

const createAndChangeMessages: Record<'user' | 'group', CountedMessage> = {
  user: {
    one: 'Create {creates} and change 1 user',
    many: 'Create {creates} and change {n} users',
  },
  group: {
    one: 'Create {creates} and change 1 group',
    many: 'Create {creates} and change {n} groups',
  },
};

/** The same for the plan of a file: "Create 35 and change 12 users". */
export const createAndChangeMessage = (
  kind: 'user' | 'group',
  { creates, changes }: { creates: number; changes: number },
  format: Count,
): string =>
  countedMessage(createAndChangeMessages[kind], changes, format, {
    creates: format.count(creates),
  });

/** "4 devices renewed". */
export const doneMessage = (action: BulkAction, rows: number, format: Count): string =>
  countedMessage(doneMessages[action], rows, format);

export const failedRowsMessage = (rows: number, format: Count): string =>
  countedMessage(failedMessage, rows, format);

/** The action of a job whose plan was not made in this window. */
export function actionOfKind({ kind }: Pick<Job, 'kind'>): BulkAction {
  return kind === 'report' ? 'report.submitLocation' : 'mixed';
}

const deleteTitles: Record<'user' | 'group' | 'record', CountedMessage> = {
  user: { one: 'Delete 1 user', many: 'Delete {n} users' },
  group: { one: 'Delete 1 group', many: 'Delete {n} groups' },
  record: { one: 'Delete 1 record', many: 'Delete {n} records' },
};

/** "Delete 7 users", of a job with these kinds of records. */
export function deleteMessage(kind: Job['kind'], records: number, format: Count): string {
  const noun = kind === 'user' || kind === 'group' ? kind : 'record';
  return countedMessage(deleteTitles[noun], records, format);
}

export const bulkMessages = {
  cancel: 'Cancel',
  close: 'Close',
  review: 'Review changes',
  undo: 'Undo',
  showInActivity: 'Show in Activity',
  showFailed: 'Show failed rows',
  continueInBackground: 'Continue in background',
  nothingToRun: 'There is nothing to change.',
  nothingSent: 'Nothing has been sent.',
  cancelRest: 'Cancel the rest',
  resume: 'Resume',
  retryFailed: (rows: number, { count }: Count) => `Retry ${count(rows)} failed`,
  undone: (title: string) => `Undone: ${title}`,
  inBackground: (title: string) => `In progress: ${title}`,
  inBackgroundText: (seconds: number) =>
    `This takes about ${duration(seconds)} and continues in the background. Activity shows its progress.`,
  /** Said in the plan, before it runs. */
  longRun: (seconds: number) =>
    `This takes about ${duration(seconds)}. It continues in the background, and Activity shows its progress.`,
  confirmDelete: (action: string) => `${action}?`,
  undoFailed: (title: string) => `Not undone: ${title}`,
};
