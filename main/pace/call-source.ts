import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a call to the service is made for; it decides which share of the budget the call is charged to.
 * `refresh`: last locations in the background; `selected`: of the device that the user selected. `lists`: whole lists. `job`: rows of a job. `history`:
 * downloads of logs. `alerts`: alerts of all devices in the background. `interactive`: everything the user waits for.
 */
const callSources = [
  'refresh',
  'selected',
  'lists',
  'job',
  'history',
  'alerts',
  'interactive',
] as const;
export type CallSource = (typeof callSources)[number];

const storage = new AsyncLocalStorage<CallSource>();

/**
 * Attributes the calls that `work` makes, now and in everything it awaits, to a source. An async context
 * instead of a parameter: an edit passes through layers that treat jobs and the user alike.
 */
export function callAs<T>(source: CallSource, work: () => T): T {
  return storage.run(source, work);
}

/** Whether the user asked for this work, said by a `callAs` around it. */
export function isAskedByUser(): boolean {
  return storage.getStore() === 'interactive';
}

/** The source of the calls made here; without a context the user waits for them. */
export function currentCallSource(): CallSource {
  return storage.getStore() ?? 'interactive';
}
