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
  draftOf,
  draftPages,
  draftStore,
  openDraft,
  sameValue,
  sendEdit,
  storedDrafts,
  typedPasswords,
  useDraft,
  useDrafts,
  useDraftsOf,
  useOpenedDraft,
} from './drafts';
export type { GridField } from './edit-in-table';
export { FieldFrame, focusField, inputOrder, TextField, useField, useRecordForm } from './field';
export { RecordEditor, type RecordEditing, type SaveQuestion } from './record-editor';
export {
  DeleteRecord,
  DetailDevices,
  RecordDetail,
  RecordList,
  useRecordPage,
  type RecordDetailActions,
  type RecordListActions,
} from './record-page';
export { SaveBar, useSaveKey, type FieldProblem } from './save-bar';
export { UnsavedDrafts, type DraftChecks } from './unsaved-drafts';
export { UndoNotice, useSave, useWaits, type Done } from './use-save';
