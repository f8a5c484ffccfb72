import { lazyPage } from '#lib/lazy-page';

export { userDraftProblem } from './user-rules';
export { showUser, usersView, UsersWithAccess } from './users-with-access';

export const UsersPage = lazyPage(async () => (await import('./users-page')).UsersPage);
