import type { Handlers } from '#shared/ipc/define';
import type { manage } from '#shared/ipc/records';
import type { SessionFeature } from '#main/session/session';

/** The words of managing that are about one record at a time, drafts and the journal. */
export type SingleEdits = Pick<
  typeof manage,
  'editUsers' | 'editGroups' | 'editLimits' | 'drafts' | 'journal'
>;

/** One line per call. */
export function createManageHandlers(parts: {
  session: Pick<SessionFeature, 'account'>;
}): Handlers<SingleEdits> {
  const manage = () => parts.session.account().manage;
  return {
    editUsers: {
      create: ({ edit }) => manage().edits.createUser(edit),
      change: ({ base, edit }) => manage().edits.changeUser(base, edit),
      replace: ({ base, edit }) => manage().edits.replaceUser(base, edit),
      remove: ({ id }) => manage().edits.removeUser(id),
    },
    editGroups: {
      create: ({ edit }) => manage().edits.createGroup(edit),
      change: ({ base, edit }) => manage().edits.changeGroup(base, edit),
      replace: ({ base, edit }) => manage().edits.replaceGroup(base, edit),
      remove: ({ id }) => manage().edits.removeGroup(id),
    },
    editLimits: {
      change: ({ base, edit }) => manage().edits.changeLimits(base, edit),
      activate: ({ id }) => manage().edits.activate(id),
      devices: () => parts.session.account().fleet.devices(),
    },
    drafts: {
      all: () => manage().drafts.all(),
      put: (draft) => manage().drafts.put(draft),
      remove: ({ key }) => manage().drafts.remove(key),
      typed: ({ passwords }) => manage().drafts.noteTyped(passwords),
    },
    journal: {
      list: (range) => manage().journal.list(range),
      ids: (find) => manage().journal.ids(find),
      counts: ({ text }) => manage().journal.counts(text),
      undo: ({ id }) => manage().undo(id),
    },
  };
}
