import { createAccountStore } from '#lib/account-scope';

/** The list that the groups page shows. */
export const groupsView = createAccountStore<{ view: 'groups' | 'devices' }>({ view: 'groups' });
