export { GroupsPage } from './groups-page';
export { groupsMirror } from './store';
