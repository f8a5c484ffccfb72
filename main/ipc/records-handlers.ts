import type { Handlers } from '#shared/ipc/define';
import type * as groups from '#shared/ipc/records';
import type { SessionFeature } from '#main/session/session';

/** One line per call about users, groups, limits, drafts and the journal. */
export function createRecordsHandlers(
  session: Pick<SessionFeature, 'account'>,
): Handlers<typeof groups> {
  const { account } = session;
  const records = () => account().records;
  return {
    users: {
      list: () => account().users.current(),
      reload: () => account().reload.users(),
      countries: () => account().countries(),
      timeZones: () => account().timeZones(),
    },
    groups: {
      list: () => account().groups.current(),
      reload: () => account().reload.groups(),
    },
    limits: { devices: () => account().fleet.devices() },
    records: { edit: (command) => records().execute(command) },
    drafts: {
      all: () => records().drafts.all(),
      put: (draft) => records().drafts.put(draft),
      remove: ({ key }) => records().drafts.remove(key),
      typed: ({ passwords }) => records().drafts.noteTyped(passwords),
    },
    journal: {
      list: (range) => records().journal.list(range),
      ids: (find) => records().journal.ids(find),
      counts: ({ text }) => records().journal.counts(text),
      undo: ({ id }) => records().undo(id),
    },
  };
}
