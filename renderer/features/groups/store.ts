import { createStore } from 'zustand/vanilla';

/** The list that the groups page shows. */
export const groupsView = createStore<{ view: 'groups' | 'devices' }>(() => ({ view: 'groups' }));
