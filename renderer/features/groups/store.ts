import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The account's groups, as main tells them. */
export const groupsMirror = createMirror(
  () => api.groups.list(),
  (listener) => api.groups.onChanged(listener),
);
