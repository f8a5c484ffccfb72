import type { JobStep } from '#shared/domain/job';
import { FaultError, type Fault } from '#shared/fault';
import type { JobStore, StoredJob, StoredRow } from './stored';
import type { Applied, StepContext } from './types';

/** For tests: the result of a call. `unheard` is carried out, but its answer is lost. */
export type Mood = 'well' | 'unheard' | 'lost' | 'busy' | 'limit' | 'refused' | 'hangs';

const faults: Record<Exclude<Mood, 'well' | 'hangs'>, Fault> = {
  unheard: { kind: 'offline', layer: 'timeout' },
  lost: { kind: 'offline', layer: 'tcp' },
  busy: { kind: 'busy', status: 503 },
  limit: { kind: 'limitReached', retryAfterSeconds: 5 },
  refused: { kind: 'unauthorized' },
};

/** For tests: a service that counts how often it carried out each step, and fails on demand. */
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
      if (step.action === 'deleteUser' && !this.records.has(label)) {
        throw new FaultError({ kind: 'notFound' });
      }
      if (step.action === 'createUser' && step.edit.name === 'invalid') {
        throw new FaultError({ kind: 'invalid', message: 'No.' });
      }
      this.carriedOut.set(label, (this.carriedOut.get(label) ?? 0) + 1);
      if (step.action === 'createUser') this.records.add(label);
      if (step.action === 'deleteUser') this.records.delete(label);
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
    if (step.action === 'createUser') return this.records.has(label);
    return step.action === 'deleteUser' && !this.records.has(label);
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

/** For tests: a disk that keeps written text through any crash. */
export function memoryStore(): JobStore<JobStep> & { writes: number } {
  const jobs = new Map<string, string>();
  const chunks = new Map<string, string>();
  const store = {
    writes: 0,
    load: () => [...jobs.values()].map((text) => JSON.parse(text) as StoredJob),
    loadChunk: (jobId: string, chunk: number) =>
      JSON.parse(chunks.get(`${jobId}:${chunk}`) ?? '[]') as StoredRow<JobStep>[],
    write: (...[changed, rows]: Parameters<JobStore<JobStep>['write']>) => {
      store.writes++;
      for (const { jobId, chunk, rows: body } of rows) {
        chunks.set(`${jobId}:${chunk}`, JSON.stringify(body));
      }
      for (const job of changed) jobs.set(job.id, JSON.stringify(job));
    },
    remove: (job: StoredJob) => {
      jobs.delete(job.id);
      job.chunkStarts.forEach((_, chunk) => chunks.delete(`${job.id}:${chunk}`));
    },
  };
  return store;
}
