import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** How current the data on screen is, mirrored from main. */
export const statusMirror = createMirror(
  () => api.status.current(),
  (listener) => api.status.onChanged(listener),
);
