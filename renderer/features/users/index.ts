import { lazyPage } from '#lib/lazy-page';

export { showUser, usersView, UsersWithAccess } from './users-with-access';

export const UsersPage = lazyPage(async () => (await import('./users-page')).UsersPage);
