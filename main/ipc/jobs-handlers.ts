import type { Handlers } from '#shared/ipc/define';
import type { exchange } from '#shared/ipc/exchange';
import type { jobs } from '#shared/ipc/jobs';
import type { Exchange } from '#main/features/exchange/exchange';
import type { SessionFeature } from '#main/session/session';

type JobsContract = { jobs: typeof jobs; exchange: typeof exchange };

/** One line per call about bulk work, and about tables in files. */
export function createJobsHandlers(parts: {
  session: Pick<SessionFeature, 'account'>;
  exchange: Exchange;
}): Handlers<JobsContract> {
  const queue = () => parts.session.account().jobs;
  return {
    jobs: {
      list: () => queue().list(),
      plan: ({ title, kind, steps }) => queue().planCurrent(title, kind, steps),
      rows: ({ id, ...range }) => queue().rows(id, range),
      start: ({ id }) => queue().start(id),
      pause: ({ id }) => queue().pause(id),
      cancel: ({ id }) => queue().cancel(id),
      rowStates: ({ id }) => queue().rowStates(id),
      retryFailed: ({ id, rows }) => queue().retryFailed(id, rows),
      planUndo: ({ id, rows }) => queue().planUndo(id, rows),
      planUndoOfEntries: ({ ids }) => queue().planUndoOfEntries(ids),
      remove: ({ id }) => queue().remove(id),
    },
    exchange: {
      exportTable: (input) => parts.exchange.exportTable(input),
      saveTemplate: (input) => parts.exchange.saveTemplate(input),
      openImport: (input) => parts.exchange.openImport(input),
      planImport: (choices) => parts.exchange.planImport(choices),
      rememberColumns: () => parts.exchange.rememberColumns(),
      saveWrongRows: (input) => parts.exchange.saveWrongRows(input),
      importProgress: () => parts.exchange.importProgress(),
      cancelImport: () => parts.exchange.cancelImport(),
    },
  };
}
