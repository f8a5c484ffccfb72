export { UsersPage } from './users-page';
export { usersMirror } from './store';
