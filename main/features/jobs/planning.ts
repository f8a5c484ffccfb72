import type { JobRunner } from '#main/jobs/types';
import { rowKind, type Job, type JobKind, type JobStep } from '#shared/domain/job';
import type { Draft } from '#shared/domain/edit';
import type { Journal } from '#main/features/journal/journal';
import { nextTurn } from '#main/pace/turn-queue';
import { noLicence } from './check-devices';
import type { KnownRecords } from './known-records';
import { planSteps, planStepsInChunks, planUndoSteps } from './plan';
import { undoEntrySteps } from './undo-entries';
import { undoSteps } from './undo-rows';

/** Plans jobs, which sends nothing. */
export interface Planning {
  /** `more` is known only to the caller; `draft`: the key of a draft that goes when the job starts. */
  plan(
    title: string,
    kind: JobKind,
    steps: readonly JobStep[],
    more?: Pick<KnownRecords, 'cachedMatch'> & { draft?: string | undefined },
  ): Job;
  /** The same, with the present number of licences if the known one would refuse a step. */
  planCurrent(title: string, kind: JobKind, steps: readonly JobStep[]): Promise<Job>;
  /** The same in chunks, for thousands of steps. */
  planInChunks(
    title: string,
    kind: JobKind,
    steps: Iterable<JobStep>,
    more?: Pick<KnownRecords, 'cachedMatch'>,
  ): Promise<Job>;
  /** Plans the undo of a job as a job of its own; `rows`: of these only. */
  planUndo(id: string, rows?: readonly number[] | null): Job;
  /** Plans the undo of journal entries as one job. */
  planUndoOfEntries(ids: readonly string[]): Job;
}

const everything = { text: '', undo: null };
const longestTitle = 300;

export function createPlanning(options: {
  runner: Pick<JobRunner<JobStep>, 'job' | 'storedRows' | 'add' | 'addInChunks'>;
  journal: Pick<Journal, 'get' | 'ids'>;
  /** The cached state of the account at present. */
  known: () => KnownRecords;
  draft: (key: string) => Draft | undefined;
  /** Reads the list of devices again, with the licences in use. */
  refreshDevices: () => Promise<unknown>;
}): Planning {
  const { runner, journal, known } = options;
  return {
    planCurrent: async (title, kind, steps) => {
      let plan = planSteps(steps, known());
      if (plan.rows.some(({ refusal }) => refusal === noLicence)) {
        // Without an answer the number is not known, and the service decides on each activation.
        const isCurrent = await options.refreshDevices().then(
          () => true,
          () => false,
        );
        plan = planSteps(steps, isCurrent ? known() : { ...known(), licences: null });
      }
      return runner.add({ title, kind }, plan);
    },
    plan: (title, kind, steps, { draft: key, ...more } = {}) => {
      const draft = key === undefined ? undefined : options.draft(key);
      const planned = draft && { key: draft.key, edit: draft.edit };
      return runner.add({ title, kind, draft: planned }, planSteps(steps, { ...known(), ...more }));
    },
    planInChunks: async (title, kind, steps, more = {}) => {
      const plan = await planStepsInChunks(steps, { ...known(), ...more }, nextTurn);
      return runner.addInChunks({ title, kind }, plan, nextTurn);
    },
    planUndo: (id, rows = null) => {
      const { title, kind } = runner.job(id);
      const records = known();
      const steps = undoSteps(runner.storedRows(id), records, rows && new Set(rows));
      const plan = planUndoSteps(steps, records);
      return runner.add({ title: `Undo: ${title}`.slice(0, longestTitle), kind, undoOf: id }, plan);
    },
    planUndoOfEntries: (ids) => {
      const picked = new Set(ids);
      const entries = journal
        .ids(everything)
        .flatMap((id) => (picked.has(id) ? (journal.get(id) ?? []) : []));
      const records = known();
      const plan = planUndoSteps(undoEntrySteps(entries, records), records);
      const [kind, ...others] = new Set(plan.rows.map(({ action }) => rowKind(action, 'mixed')));
      const count = entries.length === 1 ? '1 entry' : `${entries.length} entries`;
      const title = `Undo ${count} of the journal`;
      return runner.add({ title, kind: kind && others.length === 0 ? kind : 'mixed' }, plan);
    },
  };
}
