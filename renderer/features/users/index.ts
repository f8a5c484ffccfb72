export { usersMirror } from '#features/account';
export { UsersPage } from './users-page';
