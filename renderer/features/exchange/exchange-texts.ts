/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  withNotes: 'With notes',
  addsYourNotesOfThis:
    'Adds your notes of this computer to CSV and XLSX files. They are not exported otherwise.',
  nothingWasExported: 'Nothing was exported',
  errorsInTheFile: 'Errors in the file',
  problem: 'Problem',
  wholeRow: 'Whole row',
  column: 'Column',
  row: 'Row',
  rowsWithErrorsAreLeft: 'Rows with errors are left out.',
  showResult: 'Show result',
  reviewChanges: 'Review changes…',
  theChangesWereDiscardedAnd:
    'The changes were discarded and nothing was sent. Choose the file again to review them.',
  allRecordsAreAlreadyUp: 'All records are already up to date. No changes to make.',
  noChangesToMakeCorrect: 'No changes to make. Correct the rows above and choose the file again.',
  n3Preview: '3. Preview',
  preview: 'Preview',
  theFileCouldNotBe: 'The file could not be imported',
  chooseAFile: 'Choose a file…',
  chooseAnotherFile: 'Choose another file…',
  theFileIsComparedWith:
    'The file is compared with the account. Nothing is sent until you apply the changes.',
  n2ChooseTheFile: '2. Choose the file',
  file: 'File',
  n1PrepareTheTable: '1. Prepare the table',
  template: 'Template',
  whatToImport: 'What to import',
  import: 'Import',
  membersOfGroups: 'Members of groups',
} as const;
