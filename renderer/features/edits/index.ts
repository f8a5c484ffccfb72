export type { GridField } from './grid-columns';
export { DeleteRecord } from './delete-record';
export { RecordDetail, type RecordDetailActions } from './record-detail';
export {
  RecordEditor,
  useRecordDraft,
  type RecordEditing,
  type SaveQuestion,
} from './record-editor';
export { RecordList, type RecordListActions } from './record-list';
export { sendEdit } from './send-edit';
export { stagedRecords } from './staged-records';
export { ListUnknown, listGapText, RetryList } from './list-unknown';
export {
  groupsMirror,
  useGroups,
  useGroupsByIdOrName,
  useKnownGroups,
  useKnownUsers,
  usersMirror,
  useUsers,
} from './store';
export { useDeviceLabel, useDeviceLabels, useDeviceNames } from './use-device-labels';
export { useDevices, type DeviceList } from './use-devices';
export { UndoNotice, type Done } from './undo-notice';
export { useWaits } from './use-waits';
export { useRecordPage } from './use-record-page';
export type { RecordFilter } from './use-shown-records';
export { ConflictDialog, type ConflictDialogProps } from './conflict-dialog';
export { editAfterChoice, type Choices } from './conflict-choice';
export type { DraftStore, DraftOf } from './draft-store';
export type { StagedConflict } from './save-drafts';
export type { StagedKind } from './staged-kind';
export { useStagedSaving } from './use-staged-saving';
export { sameValue } from './same-value';
export { SaveBar, type FieldProblem } from './save-bar';
export { draftStore, storedDrafts, openDraft, useDrafts, useOpenedDraft } from './drafts';
export { UnsavedDrafts } from './unsaved-drafts';
export { useDraft, type DraftEditing } from './use-draft';
export { useSaveKey } from './use-save-key';
