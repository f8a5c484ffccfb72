import { createAccountStore } from '#lib/account-scope';

interface GroupsView {
  view: 'groups' | 'devices';
  /** The group whose details are open. */
  selectedId: string | null;
}

/** What the page shows; it survives leaving the page. */
export const groupsView = createAccountStore<GroupsView>({ view: 'groups', selectedId: null });

/** Opens the page with the details of a group. */
export function showGroup(selectedId: string): void {
  groupsView.setState({ view: 'groups', selectedId });
  window.location.hash = '#/groups';
}
