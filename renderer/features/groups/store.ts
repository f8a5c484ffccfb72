import { createStore } from 'zustand/vanilla';

/** Which of the two lists the groups page shows. */
export const groupsView = createStore<{ view: 'groups' | 'devices' }>(() => ({ view: 'groups' }));
