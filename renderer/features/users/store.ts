import { createStore } from 'zustand/vanilla';

/** The user selected on the users page. */
export const usersView = createStore<{ selectedId: string | null }>(() => ({ selectedId: null }));

/** Opens the users page with this user selected. */
export function showUser(id: string): void {
  usersView.setState({ selectedId: id });
  window.location.hash = '#/users';
}
