import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { logKinds } from '#shared/domain/history';

const storedRequestSchema = z.object({
  id: z.string(),
  log: z.enum(logKinds),
  deviceIds: z.array(z.string()).min(1),
  from: z.number(),
  to: z.number(),
  again: z.boolean(),
  alertName: z.string().optional(),
  startedAt: z.number(),
});
/** What the user requested. */
export type StoredRequest = z.infer<typeof storedRequestSchema>;

const progressSchema = z.object({
  isPaused: z.boolean(),
  callsSpent: z.number(),
  records: z.number(),
  skippedRecords: z.number(),
  outsideRecords: z.number(),
  incompleteDays: z.number(),
  sliceMs: z.number().positive(),
});
/** Progress that cannot be derived from the stored days. */
export type StoredProgress = z.infer<typeof progressSchema>;

/** The unfinished fetches in the cache of the account, so that they survive a crash. */
export interface FetchJournal {
  /** Oldest first. */
  load(): (StoredRequest & StoredProgress)[];
  put(request: StoredRequest, progress: StoredProgress): void;
  /** Stored apart from the request, which may name many devices, because it is written often. */
  putProgress(entries: readonly (readonly [id: string, progress: StoredProgress])[]): void;
  remove(id: string): void;
}

/** Record ids; the prefix is stored. */
const requestId = (id: string) => `asked:${id}`;
const progressId = (id: string) => `progress:${id}`;

export function createFetchJournal(records: Records): FetchJournal {
  return {
    load: () => {
      const values = new Map(records.all().map(({ id, value }) => [id, value]));
      return [...values].flatMap(([id, value]) => {
        const request = storedRequestSchema.safeParse(value).data;
        if (!request || id !== requestId(request.id)) return [];
        const progress = progressSchema.safeParse(values.get(progressId(request.id))).data;
        return progress ? [{ ...request, ...progress }] : [];
      });
    },
    put: (request, progress) =>
      records.putMany([
        [requestId(request.id), request],
        [progressId(request.id), progress],
      ]),
    putProgress: (entries) =>
      records.putMany(entries.map(([id, progress]) => [progressId(id), progress] as const)),
    remove: (id) => records.removeMany([requestId(id), progressId(id)]),
  };
}
