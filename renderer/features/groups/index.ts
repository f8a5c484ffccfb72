export { droppedDevices, DroppedNotice } from './dropped-devices';
export { ChooseGroups } from './choose-groups';
export { useDeviceDrag } from './device-drag';
export { DropTargetPanel } from './drop-target-panel';
export { groupsMirror } from '#features/records';
export { GroupsPage } from './groups-page';
