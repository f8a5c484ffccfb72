import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a call to the service is made for; it decides which share of the budget the call is charged to.
 * `refresh`: last locations in the background. `lists`: whole lists. `job`: rows of a job. `history`:
 * downloads of logs. `interactive`: everything the user waits for.
 */
export const callSources = ['refresh', 'lists', 'job', 'history', 'interactive'] as const;
export type CallSource = (typeof callSources)[number];

const storage = new AsyncLocalStorage<CallSource>();

/**
 * Attributes the calls that `work` makes, now and in everything it awaits, to a source. An async context
 * instead of a parameter: an edit passes through layers that treat jobs and the user alike.
 */
export function callAs<T>(source: CallSource, work: () => T): T {
  return storage.run(source, work);
}

/** The source of the calls made here; without a context the user waits for them. */
export function currentCallSource(): CallSource {
  return storage.getStore() ?? 'interactive';
}
