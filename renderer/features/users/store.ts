import { createAccountStore } from '#lib/account-scope';

/** The user selected on the users page. */
export const usersView = createAccountStore<{ selectedId: string | null }>({ selectedId: null });

/** Opens the users page with this user selected. */
export function showUser(id: string): void {
  usersView.setState({ selectedId: id });
  window.location.hash = '#/users';
}
