export { ReplaceDialog } from './replace-dialog';
export { SaveFault } from './save-fault';
export {
  groupLabel,
  groupsMirror,
  keepGroup,
  keepUser,
  useGroups,
  useGroupsByIdOrName,
  userLabel,
  usersMirror,
  useUsers,
} from './store';
export { UndoNotice, type Done } from './undo-notice';
export { useDevices, type DeviceList } from './use-devices';
export { useSaving, type Saving } from './use-saving';
