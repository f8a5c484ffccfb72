import type { JournalEntry } from '#shared/domain/edit';

type Title = (label: string) => string;

/** An action on each kind of record, as one whole message. */
const titles: Record<JournalEntry['action'], Record<JournalEntry['kind'], Title>> = {
  create: {
    user: (label) => `Created user ${label}`,
    group: (label) => `Created group ${label}`,
    limits: (label) => `Created device ${label}`,
    report: (label) => `Created for device ${label}`,
  },
  change: {
    user: (label) => `Changed user ${label}`,
    group: (label) => `Changed group ${label}`,
    limits: (label) => `Changed device ${label}`,
    report: (label) => `Changed for device ${label}`,
  },
  replace: {
    user: (label) => `Replaced user ${label}`,
    group: (label) => `Replaced group ${label}`,
    limits: (label) => `Replaced device ${label}`,
    report: (label) => `Replaced for device ${label}`,
  },
  delete: {
    user: (label) => `Deleted user ${label}`,
    group: (label) => `Deleted group ${label}`,
    limits: (label) => `Deleted device ${label}`,
    report: (label) => `Deleted for device ${label}`,
  },
  activate: {
    user: (label) => `Activated user ${label}`,
    group: (label) => `Activated group ${label}`,
    limits: (label) => `Activated device ${label}`,
    report: (label) => `Activated for device ${label}`,
  },
  submit: {
    user: (label) => `Submitted user ${label}`,
    group: (label) => `Submitted group ${label}`,
    limits: (label) => `Submitted device ${label}`,
    report: (label) => `Submitted for device ${label}`,
  },
};

/** "Changed user Ana". */
export const entryTitle = ({ action, kind, label }: JournalEntry): string =>
  titles[action][kind](label);

export const undoLabels: Record<JournalEntry['undo'], string> = {
  possible: 'Possible',
  done: 'Undone',
  impossible: 'Not possible',
};

export const messages = {
  cannotBeUndone: (undoReason: string) => `Cannot be undone: ${undoReason}`,
  shownOfAll: (shown: string, changes: string) => `${shown} of ${changes}`,
};
