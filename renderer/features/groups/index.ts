export { groupsMirror } from '#features/account';
export { GroupsPage } from './groups-page';
