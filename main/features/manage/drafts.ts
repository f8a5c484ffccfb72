import type { Records } from '#main/cache/cache';
import { draftSchema, type Draft } from '#shared/domain/edit';
import type { Clock } from '../clock';
import { createGathering } from '../gathering';

/** Unsaved changes, kept sealed until they are saved or thrown away. Never with a password. */
export interface Drafts {
  all(): Draft[];
  put(draft: Omit<Draft, 'savedAt'>): void;
  remove(key: string): void;
  /** How many passwords are typed and not saved: they are on screen only. */
  noteTyped(passwords: number): void;
  typed(): number;
  close(): void;
}

/** A draft is written with every key that is pressed; who lists drafts need not hear each time. */
const newsEveryMs = 250;

export function createDrafts(options: {
  records: Records;
  clock: Clock;
  onChanged: (drafts: Draft[]) => void;
}): Drafts {
  const { records, clock } = options;
  const kept = new Map<string, Draft>();
  for (const { value } of records.all()) {
    const draft = draftSchema.safeParse(value).data;
    if (draft) kept.set(draft.key, draft);
  }
  const all = () => [...kept.values()];
  const news = createGathering(clock, newsEveryMs, () => options.onChanged(all()));
  let passwords = 0;
  return {
    all,
    close: news.close,
    noteTyped: (count) => {
      passwords = count;
    },
    typed: () => passwords,
    put: (draft) => {
      const { key } = draft;
      const safe = {
        ...draft,
        base: draft.base && withoutPassword(draft.base),
        edit: withoutPassword(draft.edit),
        savedAt: clock.now(),
      };
      records.put(key, safe);
      kept.set(key, safe);
      news.due();
    },
    remove: (key) => {
      kept.delete(key);
      if (records.get(key) === undefined) return;
      records.remove(key);
      news.due();
    },
  };
}

function withoutPassword(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => field.toLowerCase() !== 'password'),
  );
}
