/** Member names inside stored JSON that differ from the code: existing caches must stay readable. */
export const storedSkippedRecords = 'setAside';
