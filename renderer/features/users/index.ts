export { usersMirror } from '#features/account';
export { SeenBy } from './seen-by';
export { UsersPage } from './users-page';
