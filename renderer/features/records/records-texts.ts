/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  retry: 'Retry',
  edit: 'Edit',
  continueEditing: 'Continue editing',
  replaceWholeRecord: 'Replace whole record…',
  more: 'More',
  import: 'Import',
  editInTable: 'Edit in table',
  replaceWholeRecordLabel: 'Replace whole record',
  correctTheFieldsThatBlock: 'Correct the fields that block Save first.',
  createAgain: 'Create again',
  discardMyChanges: 'Discard my changes',
} as const;
