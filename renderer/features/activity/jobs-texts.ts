/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  numberOfRecordsToDelete: 'Number of records to delete',
  thePlanListsEveryRecord:
    'The plan lists every record and what is lost with it. Undo restores them with new ids.',
  discardPlan: 'Discard plan',
  removeFromList: 'Remove from list',
  nothingHasBeenSent: 'Nothing has been sent.',
  theChangesStayInThe: 'The changes stay in the journal.',
  undo: 'Undo…',
  createsAPlanThatReverses:
    'Creates a plan that reverses the finished rows. Review it before you run it.',
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
  createsAPlanThatReversesThe:
    'Creates a plan that reverses the selected rows. Review it before you run it.',
  submitted: 'Submitted',
  rowsToShow: 'Rows to show',
  noRowsAreInThis: 'No rows are in this state.',
  showAllRows: 'Show all rows',
  thereAreNoRows: 'There are no rows.',
  rowsOfTheJob: 'Rows of the job',
  jobs: 'Jobs',
  selectSeveralRowsInA:
    'Select several rows in a table or import a file. Waypost shows what will change before it sends anything.',
  noJobsYet: 'No jobs yet.',
  importAFile: 'Import a file',
  import: 'Import…',
  everyBulkActionStartsAs:
    'Every bulk action starts as a plan. Jobs are not stored at present: they end with Waypost.',
  everyBulkActionStartsAsA:
    'Every bulk action starts as a plan. Jobs resume automatically after a restart.',
  enterTheNumberInThe: 'Enter the number in the title.',
  youCanRetryAndUndo: 'You can retry and undo rows when the job is finished or paused.',
  noneOfTheseRowsFailed: 'None of these rows failed, and submissions cannot be undone.',
  noneOfTheseRowsCan: 'None of these rows can be retried or undone.',
} as const;
