import { lazyPage } from '#lib/lazy-page';

export { DroppedNotice } from './dropped-devices';
export { ChooseGroups } from './choose-groups';
export { groupMessages } from './group-messages';
export { NewGroupDialog } from './new-group-dialog';
export { useDeviceDrag } from './device-drag';
export { DropTargetPanel } from './drop-target-panel';
export { groupsMirror } from '#features/edits';

export const GroupsPage = lazyPage(async () => (await import('./groups-page')).GroupsPage);
