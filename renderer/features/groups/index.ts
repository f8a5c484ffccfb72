export { ChooseGroups } from './choose-groups';
export { groupsMirror } from '#features/account';
export { GroupsPage } from './groups-page';
