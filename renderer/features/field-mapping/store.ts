import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The field mapping of the open account and how its answers are understood, mirrored from main. */
export const fieldMappingMirror = createMirror(
  () => api.fieldMapping.current(),
  (listener) => api.fieldMapping.onChanged(listener),
);
