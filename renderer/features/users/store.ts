import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The account's users, as main tells them. */
export const usersMirror = createMirror(
  () => api.users.list(),
  (listener) => api.users.onChanged(listener),
);
