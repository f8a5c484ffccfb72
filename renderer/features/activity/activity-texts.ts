import type { JournalEntry } from '#shared/domain/edit';
import type { Job, JobKind, JobRow, RowState } from '#shared/domain/job';
import { type CountedMessage, type Format, countedMessage, duration, until } from '#lib/format';
import { faultText } from '#lib/fault-text';
import { itemsText } from '#lib/list-text';
import { sendableRows, settledRows, type BulkAction } from './job-facts';

type Count = Pick<Format, 'count'>;

/** The fixed texts of jobs and of the journal. */
export const texts = {
  // Jobs
  numberOfRecordsToDelete: 'Number of records to delete',
  thePlanListsEveryRecord:
    'The plan lists every record and what is lost with it. Undo restores them with new ids.',
  discardPlan: 'Discard plan',
  removeFromList: 'Remove from list',
  theChangesStayInThe: 'The changes stay in the journal.',
  createsAPlanThatReverses: 'Creates a plan that reverses these rows. Review it before you run it.',
  cancelTheRest: 'Cancel the rest',
  finishedRowsStayAsThey: 'Finished rows stay as they are. The remaining rows are not sent.',
  pause: 'Pause',
  resume: 'Resume',
  jobActions: 'Job actions',
  reasonOrNote: 'Reason or note',
  answerReasonOrNote: 'Answer, reason or note',
  changesBeforeAfter: 'Changes: before → after',
  submittedValues: 'Submitted values',
  action: 'Action',
  record: 'Record',
  notConfirmedAsSubmitted: 'Not confirmed as submitted',
  submitted: 'Submitted',
  rowsToShow: 'Rows to show',
  noRowsAreInThis: 'No rows are in this state.',
  loadingRows: 'Loading rows…',
  thereAreNoRows: 'There are no rows.',
  rowsOfTheJob: 'Rows of the job',
  jobs: 'Jobs',
  selectSeveralRowsInA:
    'Select several rows in a table or import a file. Waypost shows what will change before it sends anything.',
  noJobsYet: 'No jobs yet.',
  importAFile: 'Import a file',
  import: 'Import…',
  everyBulkActionStartsAs:
    'Every bulk action starts as a plan. The data of this account is not stored, so jobs end when Waypost closes.',
  everyBulkActionStartsAsA:
    'Every bulk action starts as a plan. Jobs resume automatically after a restart.',
  enterTheNumberInThe: 'Enter the number in the title.',
  youCanRetryAndUndo: 'You can retry and undo rows when the job is finished or paused.',
  noneOfTheseRowsFailed: 'None of these rows failed, and submissions cannot be undone.',
  noneOfTheseRowsCan: 'None of these rows can be retried or undone.',
  close: 'Close',
  showInActivity: 'Show in Activity',
  showFailed: 'Show failed rows',
  continueInBackground: 'Continue in background',
  nothingSent: 'Nothing has been sent.',

  // The journal
  by: 'By',
  what: 'What',
  when: 'When',
  notUndone: 'Not undone',
  cannotBeUndone: 'Cannot be undone.',
  thisChangeWasUndone: 'This change was undone.',
  undoThisChange: 'Undo this change',
  bulkJob: 'Bulk job',
  partOf: 'Part of',
  change: 'Change',
  journalEntry: 'Journal entry',
  noChangesFromThisComputer: 'No changes from this computer yet.',
  showTheFleet: 'Show the fleet',
  noChangesMatchTheSearch: 'No changes match the search and the filter.',
  journal: 'Journal',
  loadingTheJournal: 'Loading the journal…',
  createsAPlanForTheSelected:
    'Creates a plan that reverses the selected changes. Review it before you run it.',
  exportSelection: 'Export selection',
  whetherItCanBeUndone: 'Whether it can be undone',
  changesThatThisAppMade:
    'Changes that this app made at the service, stored only on this computer.',
  searchTheJournal: 'Search the journal',
  cannotBeUndoneLabel: 'Cannot be undone',
  undone: 'Undone',
  canBeUndone: 'Can be undone',
  noneTheWholeJournal: 'none: the whole journal',
  selectedChanges: 'selected changes',
} as const;

const undoAllMessage: CountedMessage = { one: 'Undo the change…', many: 'Undo all {n} changes…' };
const undoSomeMessage: CountedMessage = { one: 'Undo 1 change…', many: 'Undo {n} changes…' };

/** The texts with values of jobs and of the journal. */
export const messages = {
  job: (title: string) => `Job: ${title}`,
  progressOf: (title: string) => `Progress of ${title}`,
  row: (label: string) => `Row: ${label}`,
  rowInState: (label: string, state: string) => `${label}, ${state}`,
  field: (name: string, value: string) => `${name}: ${value}`,
  change: (before: string, after: string) => `${before} → ${after}`,
  retryFailed: (rows: number, { count }: Count) => `Retry ${count(rows)} failed`,
  /** Of the rows that are done; `isAll`: of every one of them. */
  undoRows: (rows: number, isAll: boolean, format: Count) =>
    countedMessage(isAll ? undoAllMessage : undoSomeMessage, rows, format),
  undone: (title: string) => `Undone: ${title}`,
  undoFailed: (title: string) => `Not undone: ${title}`,
  inBackground: (title: string) => `In progress: ${title}`,
  inBackgroundText: (seconds: number) =>
    `This takes about ${duration(seconds)} and continues in the background. Activity shows its progress.`,
  /** Said in the plan, before it runs. */
  longRun: (seconds: number) =>
    `This takes about ${duration(seconds)}. It continues in the background, and Activity shows its progress.`,
  confirmDelete: (action: string) => `${action}?`,
  cannotBeUndone: (undoReason: string) => `Cannot be undone: ${undoReason}`,
  shownOfAll: (shown: string, changes: string) => `${shown} of ${changes}`,
};

const rowStateLabels: Record<RowState, string> = {
  refused: 'Refused',
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  undone: 'Undone',
};

/** In a plan, a waiting row "will change", "will be created" and so on. */
export function rowStateLabel(
  state: RowState,
  { phase, kind }: Pick<Job, 'phase' | 'kind'>,
  action?: JobRow['action'],
): string {
  if (state !== 'waiting' || phase !== 'planned') return rowStateLabels[state];
  if (kind === 'report') return 'Will be sent';
  if (action === 'create') return 'Will be created';
  return action === 'delete' ? 'Will be deleted' : 'Will change';
}

/** That answers do not confirm what was submitted; null if all of them do. */
export function unconfirmedText(
  { unconfirmed, counts }: Pick<Job, 'unconfirmed' | 'counts'>,
  { count }: Count,
): string | null {
  if (!unconfirmed) return null;
  return unconfirmed === 1 && counts.done === 1
    ? 'The answer of the service does not confirm the record as it was submitted. It is shown in the row below.'
    : `The answers of the service do not confirm ${count(unconfirmed)} of ${count(counts.done)} records as they were submitted. They are shown in the rows below.`;
}

/** How submissions, which cannot be undone, are protected from being sent twice. */
export const submissionPromise =
  'Each record is sent once. After a lost response or a crash, Waypost first asks the service whether it has the record. If the service cannot tell, an alert is not sent again automatically. Submissions cannot be undone.';

const actionLabels: Record<JobRow['action'], string> = {
  create: 'Create',
  change: 'Change',
  delete: 'Delete',
  renew: 'Renew',
  submitLocation: 'Submit',
  submitAlert: 'Submit',
};

const nouns = { user: 'user', group: 'group', limits: 'device', report: 'for device' };

/** The label of a row's action; in a job with several kinds of records it includes the kind. */
export function actionLabel({ action, kind }: Pick<JobRow, 'action' | 'kind'>, jobKind: JobKind) {
  const label = actionLabels[action];
  return jobKind === 'mixed' ? `${label} ${nouns[kind]}` : label;
}

/** The progress of a job as a short sentence. */
export function jobSentence(job: Job, now: number, format: Format): string {
  const { count, counted } = format;
  const { counts } = job;
  const of = `${count(settledRows(job))} of ${count(sendableRows(job))}`;
  switch (job.phase) {
    case 'planned':
      return planSentence(job, format);
    case 'running':
      return `Running: ${of} done, about ${duration(job.estimatedSeconds)} left`;
    case 'paused':
      return `Paused at ${of}${whyPaused(job, now)}`;
    case 'done': {
      const parts = [
        counts.done > 0 && doneText(job, format),
        counts.failed > 0 && `${count(counts.failed)} failed`,
        counts.refused > 0 && `${count(counts.refused)} refused`,
        counts.undone > 0 && `${count(counts.undone)} undone`,
        job.expiresOff && countedMessage(expiresOffMessage, job.expiresOff, format),
        job.unconfirmed && `${count(job.unconfirmed)} not confirmed as submitted`,
      ].filter((part) => typeof part === 'string');
      return parts.length === 0 ? 'Finished: nothing to do' : `Finished: ${itemsText(parts)}`;
    }
    case 'cancelled':
      return `Cancelled: ${count(counts.done)} done, ${counted(counts.waiting, 'row')} not sent`;
  }
}

const expiresOffMessage: CountedMessage = {
  one: 'Expires of 1 switched off, because its date had passed',
  many: 'Expires of {n} switched off, because their dates had passed',
};

/** "3 done"; of submissions, what daily limits held back of them. */
function doneText({ counts, heldBack = [] }: Job, { count }: Count): string {
  const done = count(counts.done);
  if (heldBack.length === 0) return `${done} done`;
  const held = heldBack.map(({ channel, limit, records }) => {
    const messages = heldBackMessages[channel];
    if (counts.done === 1) return limit === 0 ? messages.oneAtZero : messages.one(count(limit));
    return messages.many(count(records), count(limit));
  });
  return `${done} submitted, ${itemsText(held)}`;
}

const heldBackMessages = {
  email: {
    one: (limit: string) => `its e-mail not sent: the limit of ${limit} is reached`,
    oneAtZero: 'its e-mail not sent: the limit is 0',
    many: (records: string, limit: string) =>
      `the e-mails of ${records} not sent: the limit of ${limit} is reached`,
  },
  sms: {
    one: (limit: string) => `its SMS not sent: the limit of ${limit} is reached`,
    oneAtZero: 'its SMS not sent: the limit is 0',
    many: (records: string, limit: string) =>
      `the SMS of ${records} not sent: the limit of ${limit} is reached`,
  },
};

function planSentence(job: Job, { count, counted }: Format): string {
  const rows = sendableRows(job);
  const changes = [
    job.kind === 'report'
      ? `${counted(rows, 'record')} will be sent`
      : `${counted(rows, 'row')} will change`,
    ...(job.counts.refused > 0 ? [`${count(job.counts.refused)} refused`] : []),
    ...(job.unchanged ? [`${count(job.unchanged)} already up to date`] : []),
  ];
  const time = duration(job.estimatedSeconds);
  return `${itemsText(changes)}; about ${time}. Nothing has been sent.`;
}

/** The running job in the header; `others`: how many more are in progress. */
export function progressText(job: Job, others: number, { count }: Count): string {
  const what = job.phase === 'paused' ? 'Paused' : job.title;
  const done = `${what}: ${count(settledRows(job))} of ${count(sendableRows(job))}`;
  return others === 0 ? done : `${done}, and ${count(others)} more`;
}

function whyPaused(job: Job, now: number): string {
  const resumes =
    job.resumesAt !== null && job.resumesAt > now
      ? `; resumes automatically ${until(job.resumesAt, now)}`
      : '';
  if (job.pausedBy) return `: ${faultText(job.pausedBy, 'open').title}${resumes}`;
  if (job.pausedByRestart) {
    return ': Waypost was closed before it finished; resumes automatically when the service responds';
  }
  return resumes;
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

const unchangedMessages: CountedMessage = {
  one: '1 had these values already.',
  many: '{n} had these values already.',
};

/** The records of a job that needed no change. */
export const unchangedMessage = (records: number, format: Count): string =>
  countedMessage(unchangedMessages, records, format);

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

/** What the journal says of an action on a kind of record; the others do not exist. */
const titles: Partial<
  Record<`${JournalEntry['action']}.${JournalEntry['kind']}`, (label: string) => string>
> = {
  'create.user': (label) => `Created user ${label}`,
  'create.group': (label) => `Created group ${label}`,
  'change.user': (label) => `Changed user ${label}`,
  'change.group': (label) => `Changed group ${label}`,
  'change.limits': (label) => `Changed device ${label}`,
  'replace.user': (label) => `Replaced user ${label}`,
  'replace.group': (label) => `Replaced group ${label}`,
  'delete.user': (label) => `Deleted user ${label}`,
  'delete.group': (label) => `Deleted group ${label}`,
  'activate.limits': (label) => `Activated device ${label}`,
  'submit.report': (label) => `Submitted for device ${label}`,
};

/** "Changed user Ana". */
export const entryTitle = ({ action, kind, label }: JournalEntry): string =>
  titles[`${action}.${kind}`]?.(label) ?? label;

export const undoLabels: Record<JournalEntry['undo'], string> = {
  possible: 'Possible',
  done: 'Undone',
  impossible: 'Not possible',
};
