import { lazyPage } from '#lib/lazy-page';

export { DroppedNotice, DropTargetPanel, useDeviceDrag } from './drop-devices';
export { ChooseGroups, NewGroupDialog } from './group-actions';
export { groupDraftProblem } from './group-rules';
export { groupsView, showGroup } from './group-actions';

export const GroupsPage = lazyPage(async () => (await import('./groups-page')).GroupsPage);
