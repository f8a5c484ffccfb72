export { droppedDevices, DroppedNotice } from './add-dropped';
export { ChooseGroups } from './choose-groups';
export { useDeviceDrag } from './device-drag';
export { DropTargetPanel } from './drop-target-panel';
export { groupsMirror } from '#features/records';
export { GroupsPage } from './groups-page';
