import { fold } from '#shared/domain/text';
import type { JournalCounts, JournalEntry, JournalFind } from '#shared/domain/edit';

/** The searchable text of each entry, in memory: typing must not read the whole journal. */
export interface JournalIndex {
  put(entry: JournalEntry): void;
  /** The ids of the matching entries, newest first. */
  ids(find: JournalFind): string[];
  counts(text: string): JournalCounts;
}

interface Line {
  id: string;
  text: string;
  undo: JournalEntry['undo'];
}

export const isEverything = ({ text, undo }: JournalFind) => text.trim() === '' && undo === null;

/** `readAll` (oldest first) runs once, at the first search. */
export function createJournalIndex(readAll: () => readonly JournalEntry[]): JournalIndex {
  let lines: Map<string, Line> | null = null;
  const known = () => (lines ??= new Map(readAll().map((entry) => [entry.id, lineOf(entry)])));
  const withText = (text: string) => {
    const words = fold(text).split(/\s+/).filter(Boolean);
    return Array.from(known().values()).filter((line) =>
      words.every((word) => line.text.includes(word)),
    );
  };
  return {
    put: (entry) => lines?.set(entry.id, lineOf(entry)),
    ids: ({ text, undo }) =>
      withText(text)
        .filter((line) => undo === null || line.undo === undo)
        .map(({ id }) => id)
        .toReversed(),
    counts: (text) => {
      const counts = { possible: 0, done: 0, impossible: 0 };
      for (const { undo } of withText(text)) counts[undo] += 1;
      return counts;
    },
  };
}

const actionNames: Record<JournalEntry['action'], string> = {
  create: 'created',
  change: 'changed',
  replace: 'replaced',
  delete: 'deleted',
  activate: 'activated',
  submit: 'submitted',
};

function lineOf({ id, label, recordId, action, undo, kind }: JournalEntry): Line {
  const what = kind === 'limits' || kind === 'report' ? 'device' : kind;
  return {
    id,
    undo,
    text: fold(`${actionNames[action]} ${what} ${label} ${recordId}`),
  };
}
