import { api } from '#lib/api';
import { createAccountMirror } from '#lib/mirror';

/** The field mapping of the open account and how its answers are understood, mirrored from main. */
export const fieldMappingMirror = createAccountMirror(
  () => api.fieldMapping.current(),
  (listener) => api.fieldMapping.onChanged(listener),
);
