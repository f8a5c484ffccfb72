/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  saveMyChoice: 'Save my choice',
  chooseAValueForEach: 'Choose a value for each field first.',
  backToTheDraft: 'Back to the draft',
  keepAllMine: 'Keep all mine',
  takeAllTheirs: 'Take all theirs',
  mine: 'Mine',
  theirsCurrent: 'Theirs (current)',
  was: 'Was',
  nothingHasBeenSavedAnd:
    'Nothing has been saved, and nothing is lost. Choose a value for each field. Your other changes are saved with it.',
  keepAsDrafts: 'Keep as drafts',
  progressOfSaving: 'Progress of saving',
  changesToSave: 'Changes to save',
  discard: 'Discard',
  unsavedChanges: 'Unsaved changes',
  drafts: 'Drafts',
  note: 'Note',
  notStored: 'not stored',
} as const;
