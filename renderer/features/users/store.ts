import { createStore } from 'zustand/vanilla';

/** Which user the users page shows; other pages lead to one. */
export const usersView = createStore<{ selectedId: string | null }>(() => ({ selectedId: null }));

/** Goes to the users page and shows one there. */
export function showUser(id: string): void {
  usersView.setState({ selectedId: id });
  window.location.hash = '#/users';
}
