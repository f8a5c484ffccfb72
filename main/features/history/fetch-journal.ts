import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { storedSkippedRecords } from '#main/cache/stored-names';
import { logKinds } from '#shared/domain/history';

const askedSchema = z.object({
  id: z.string(),
  log: z.enum(logKinds),
  deviceIds: z.array(z.string()).min(1),
  from: z.number(),
  to: z.number(),
  again: z.boolean(),
  startedAt: z.number(),
});
/** What a person asked for. */
export type Asked = z.infer<typeof askedSchema>;

const progressSchema = z
  .object({
    isPaused: z.boolean(),
    callsSpent: z.number(),
    records: z.number(),
    [storedSkippedRecords]: z.number(),
    sliceMs: z.number().positive(),
  })
  .transform(({ [storedSkippedRecords]: skippedRecords, ...progress }) => ({
    ...progress,
    skippedRecords,
  }));
/** How far it is, as far as the kept days do not tell that themselves. */
export type Progress = z.infer<typeof progressSchema>;

/**
 * The fetches that are under way, in the sealed copy of the account: after a crash what was asked for
 * is still known. What has come of it the kept days tell.
 */
export interface FetchJournal {
  /** Oldest first. */
  load(): (Asked & Progress)[];
  begin(asked: Asked, progress: Progress): void;
  /** Written often and apart from the devices, which may be very many. */
  progress(entries: readonly (readonly [id: string, progress: Progress])[]): void;
  end(id: string): void;
}

const askedId = (id: string) => `asked:${id}`;
const progressId = (id: string) => `progress:${id}`;
const storedProgress = ({ skippedRecords, ...progress }: Progress) => ({
  ...progress,
  [storedSkippedRecords]: skippedRecords,
});

export function createFetchJournal(records: Records): FetchJournal {
  return {
    load: () => {
      const kept = new Map(records.all().map(({ id, value }) => [id, value]));
      return [...kept].flatMap(([id, value]) => {
        const asked = askedSchema.safeParse(value).data;
        if (!asked || id !== askedId(asked.id)) return [];
        const progress = progressSchema.safeParse(kept.get(progressId(asked.id))).data;
        return progress ? [{ ...asked, ...progress }] : [];
      });
    },
    begin: (asked, progress) =>
      records.putMany([
        [askedId(asked.id), asked],
        [progressId(asked.id), storedProgress(progress)],
      ]),
    progress: (entries) =>
      records.putMany(
        entries.map(([id, progress]) => [progressId(id), storedProgress(progress)] as const),
      ),
    end: (id) => records.removeMany([askedId(id), progressId(id)]),
  };
}
