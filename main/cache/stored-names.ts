// Names in stored data that differ from the code: existing caches must stay readable.

/** The member that counts skipped records in lists and in the progress of fetches. */
export const storedSkippedRecords = 'setAside';

/** Begins the ids of write-ahead intents. */
export const storedIntentPrefix = 'unwritten:';
