export { ConflictDialog, type ConflictDialogProps } from './conflict-dialog';
export { editAfterChoice, type Choices } from './conflict-choice';
export type { DraftBook, DraftOf } from './draft-book';
export { sameValue } from './same-value';
export { SaveBar, type FieldProblem } from './save-bar';
export { draftBook, draftsMirror, openDraft, useDrafts, useOpenedDraft } from './store';
export { UnsavedDrafts } from './unsaved-drafts';
export { useDraft, type DraftEditing } from './use-draft';
export { useSaveKey } from './use-save-key';
