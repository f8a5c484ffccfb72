import { api } from '#lib/api';
import { createAccountMirror } from '#lib/mirror';

/** How current the data on screen is, mirrored from main. */
export const statusMirror = createAccountMirror(
  () => api.status.current(),
  (listener) => api.status.onChanged(listener),
);
