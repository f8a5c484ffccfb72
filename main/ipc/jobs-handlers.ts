import type { Handlers } from '#shared/ipc/define';
import type { manage } from '#shared/ipc/records';
import type { Exchange } from '#main/features/exchange/exchange';
import type { SessionFeature } from '#main/session/session';

/** The words of working on many records at once, and of tables in files. */
export type BulkWords = Pick<typeof manage, 'jobs' | 'exchange'>;

/** One line per call. */
export function createBulkHandlers(parts: {
  session: Pick<SessionFeature, 'account'>;
  exchange: Exchange;
}): Handlers<BulkWords> {
  const { exchange } = parts;
  const jobs = () => parts.session.account().bulk.jobs;
  return {
    jobs: {
      list: () => jobs().list(),
      plan: ({ title, kind, steps }) => jobs().plan(title, kind, steps),
      rows: ({ id, ...range }) => jobs().rows(id, range),
      start: ({ id }) => jobs().start(id),
      pause: ({ id }) => jobs().pause(id),
      cancel: ({ id }) => jobs().cancel(id),
      rowStates: ({ id }) => jobs().rowStates(id),
      retryFailed: ({ id, rows }) => jobs().retryFailed(id, rows),
      planUndo: ({ id, rows }) => jobs().planUndo(id, rows),
      planUndoOfEntries: ({ ids }) => jobs().planUndoOfEntries(ids),
      remove: ({ id }) => jobs().remove(id),
    },
    exchange: {
      exportTable: (input) => exchange.exportTable(input),
      saveTemplate: (input) => exchange.saveTemplate(input),
      openImport: (input) => exchange.openImport(input),
    },
  };
}
