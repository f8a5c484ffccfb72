export { BulkForm, usePlan } from './bulk-form';
export {
  groupsMirror,
  knownListOf,
  listGapText,
  ListUnknown,
  RetryList,
  useDeviceLabel,
  useDeviceLabels,
  useDeviceNames,
  useDevices,
  useGroups,
  useGroupsByIdOrName,
  useKnownGroups,
  useKnownUsers,
  usersMirror,
  useUsers,
  type DeviceList,
} from './account-lists';
export {
  draftPages,
  draftStore,
  openDraft,
  sameValue,
  storedDrafts,
  typedPasswords,
  useDraft,
  useDrafts,
  useDraftsOf,
  useOpenedDraft,
} from './draft-store';
export type { GridField } from './edit-in-table';
export { FieldFrame, focusField, inputOrder, TextField, useField, useRecordForm } from './field';
export { RecordEditor, type RecordEditing, type SaveQuestion } from './record-editor';
export { RecordList } from './record-list';
export {
  DeleteRecord,
  DetailDevices,
  RecordDetail,
  useRecordPage,
  type RecordDetailActions,
  type RecordListActions,
} from './record-page';
export { SaveBar, useSaveKey, type FieldProblem } from './save-bar';
export type { DraftChecks } from './save-all';
export { draftOf, sendEdit } from './save-drafts';
export { UnsavedDrafts } from './unsaved-drafts';
export { UndoNotice, useSave, useWaits, type Done } from './use-save';
