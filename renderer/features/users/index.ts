export { usersMirror } from '#features/records';
export { SeenBy } from './users-with-access';
export { UsersPage } from './users-page';
