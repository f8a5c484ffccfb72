import { expect } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { Job, JobStep } from '#shared/domain/job';
import { FaultError, type Fault } from '#shared/fault';
import type { Applied, StepContext } from './dispatcher';
import { JobQueue, type JobPlan } from './job-queue';
import type { JobStore, StoredJob, StoredRow } from './stored-jobs';

/** A plan of these steps, without a check. */
export function planOf(steps: readonly JobStep[]): JobPlan {
  const passwords = new Map<number, string>();
  const rows = steps.map((given, index) => {
    const { step, password } = withoutPassword(given);
    if (password !== null) passwords.set(index, password);
    return {
      index,
      label: 'id' in step ? step.id : (step.edit.name ?? ''),
      state: 'waiting' as const,
      changes: [],
      refusal: null,
      fault: null,
      step,
      needsPassword: password !== null,
      mayBeSent: false,
      attemptedAt: null,
      attempts: 0,
      recordId: 'id' in step ? step.id : null,
      undoes: null,
    };
  });
  return { rows, passwords, unchanged: 0, calls: rows.length };
}

function withoutPassword(given: JobStep): { step: JobStep; password: string | null } {
  if (given.kind !== 'user' || given.action !== 'create') return { step: given, password: null };
  const { password = null, ...edit } = given.edit;
  return { step: { ...given, edit }, password };
}

export const user = (name: string) => ({
  name,
  email: `${name}@example.com`,
  country: 'ES',
  timeZone: 'Europe/Madrid',
});
export const creates = (count: number): JobStep[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'user',
    action: 'create',
    edit: user(`user${i}`),
  }));

export function setup(rate = 6_000) {
  const time = createFakeTime();
  const service = new FakeService();
  const store = memoryStore();
  const reported: Job[][] = [];
  let ids = 0;
  let life = { isOver: false };
  /** Ends the app immediately: data not on disk is lost, and calls in flight may still arrive. */
  const crash = () => {
    life.isOver = true;
  };
  const disk = { fault: null as Fault | null };
  const never = () => new Promise<never>(() => undefined);
  const open = () => {
    const mine = { isOver: false };
    life = mine;
    return new JobQueue({
      store: {
        ...store,
        write: (...what) => {
          if (!mine.isOver) store.write(...what);
        },
      },
      now: time.now,
      after: (ms, run) => time.after(ms, () => mine.isOver || run()),
      random: () => 0.5,
      newId: () => `job${ids++}`,
      budget: {
        waitMs: () => 0,
        callsPerMinute: () => rate,
      },
      prepare: () => (mine.isOver ? never() : service.list()),
      apply: (...step) => (mine.isOver ? never() : service.apply(...step)),
      diskFault: () => disk.fault,
      onChanged: (jobs) => reported.push(jobs),
      onBug: (error) => expect.fail(String(error)),
    });
  };
  /** Advances the time until a job is done, at most a minute. */
  const untilDone = async (queue: JobQueue, id: string) => {
    for (let i = 0; i < 600 && queue.job(id).phase !== 'done'; i++) await time.pass(100);
  };
  return { time, service, store, disk, open, crash, reported, untilDone };
}

export function planned(queue: JobQueue, steps: readonly JobStep[]): Job {
  return queue.add({ title: 'Test', kind: 'user' }, planOf(steps));
}

export const states = (queue: JobQueue, id: string) =>
  queue.rows(id, { from: 0, limit: 500, state: null }).rows.map(({ state }) => state);

/** The result of a call. `unheard` is carried out, but its answer is lost. */
export type Mood = 'well' | 'unheard' | 'lost' | 'busy' | 'limit' | 'refused' | 'hangs';

const faults: Record<Exclude<Mood, 'well' | 'hangs'>, Fault> = {
  unheard: { kind: 'offline', layer: 'timeout' },
  lost: { kind: 'offline', layer: 'tcp' },
  busy: { kind: 'busy', status: 503 },
  limit: { kind: 'limitReached', retryAfterSeconds: 5 },
  refused: { kind: 'unauthorized' },
};

/** A service that counts how often it carried out each step, and fails on demand. */
export class FakeService {
  /** How often each step was carried out, by label of the record. */
  readonly carriedOut = new Map<string, number>();
  readonly records = new Set<string>();
  /** Results of the next calls; afterwards `mood` applies. */
  script: Mood[] = [];
  mood: Mood = 'well';
  calls = 0;
  lists = 0;
  readonly #hanging = new Set<() => void>();

  list = async (): Promise<void> => {
    this.lists++;
    await this.#go(() => undefined);
  };

  apply = async (
    step: JobStep,
    { attemptedAt, onlyLookUp }: StepContext,
  ): Promise<Applied | null> => {
    this.calls++;
    const label = labelOf(step);
    if (attemptedAt !== null && this.#isSo(step)) return { recordId: label };
    if (onlyLookUp) return null;
    return this.#go(() => {
      if (step.action === 'delete' && !this.records.has(label)) {
        throw new FaultError({ kind: 'notFound' });
      }
      if (step.action === 'create' && step.edit.name === 'invalid') {
        throw new FaultError({ kind: 'invalid', message: 'No.' });
      }
      this.carriedOut.set(label, (this.carriedOut.get(label) ?? 0) + 1);
      if (step.action === 'create') this.records.add(label);
      if (step.action === 'delete') this.records.delete(label);
      return { recordId: label };
    });
  };

  /** Ends all pending calls, either carried out or never received. */
  settleHanging(isCarriedOut: (index: number) => boolean): void {
    this.settleLater()(isCarriedOut);
  }

  /** The same for the calls that are pending now, with the decision made later. */
  settleLater(): (isCarriedOut: (index: number) => boolean) => void {
    const hanging = [...this.#hanging];
    this.#hanging.clear();
    return (isCarriedOut) => {
      hanging.forEach((land, index) => {
        if (isCarriedOut(index)) land();
      });
    };
  }

  #isSo(step: JobStep): boolean {
    const label = labelOf(step);
    if (step.action === 'create') return this.records.has(label);
    return step.action === 'delete' && !this.records.has(label);
  }

  async #go<T>(work: () => T): Promise<T> {
    const mood = this.script.shift() ?? this.mood;
    if (mood === 'hangs') {
      return new Promise<T>((resolve, reject) => {
        const land = () => {
          this.#hanging.delete(land);
          try {
            resolve(work());
          } catch (error) {
            reject(error as Error);
          }
        };
        this.#hanging.add(land);
      });
    }
    if (mood === 'well') return work();
    if (mood === 'unheard') work();
    throw new FaultError(faults[mood]);
  }
}

function labelOf(step: JobStep): string {
  if ('id' in step) return step.id;
  return step.edit.name ?? '';
}

/** A disk that keeps what was written through any crash, and counts the writes. */
export function memoryStore(): JobStore & { writes: number } {
  const jobs = new Map<string, string>();
  const chunks = new Map<string, Map<number, string>>();
  const store: JobStore & { writes: number } = {
    writes: 0,
    load: () => [...jobs.values()].map((text) => JSON.parse(text) as StoredJob),
    loadRows: ({ id, rows: count }) => {
      const texts = Array.from(chunks.get(id) ?? []).toSorted(([a], [b]) => a - b);
      const rows = texts.flatMap(([, text]) => JSON.parse(text) as StoredRow[]);
      return rows.length === count && rows.every(({ index }, at) => index === at) ? rows : [];
    },
    write: (changed, written) => {
      store.writes++;
      for (const { jobId, chunk, rows } of written) {
        chunks.set(
          jobId,
          (chunks.get(jobId) ?? new Map<number, string>()).set(chunk, JSON.stringify(rows)),
        );
      }
      for (const job of changed) jobs.set(job.id, JSON.stringify(job));
    },
    remove: ({ id }) => {
      jobs.delete(id);
      chunks.delete(id);
    },
  };
  return store;
}
