import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** How true the screen is, as main tells it. */
export const statusMirror = createMirror(
  () => api.status.current(),
  (listener) => api.status.onChanged(listener),
);
