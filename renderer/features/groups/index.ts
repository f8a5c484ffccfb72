export { droppedDevices, DroppedNotice } from './add-dropped';
export { ChooseGroups } from './choose-groups';
export { useDeviceDrag } from './device-drag';
export { PassingGroupDock } from './group-dock';
export { groupsMirror } from '#features/account';
export { GroupsPage } from './groups-page';
