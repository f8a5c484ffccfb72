export { usersMirror } from '#features/records';
export { UsersWithAccess } from './users-with-access';
export { UsersPage } from './users-page';
