import { expect } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { Job, JobStep } from '#shared/domain/job';
import type { Fault } from '#shared/fault';
import { FakeService, memoryStore } from './fake-service.test-support';
import { createJobRunner } from './runner';
import type { JobPlan, JobRunner, StepRules } from './types';

/** The steps of these tests; they are opaque to the queue. */
export const stepRules: StepRules<JobStep> = {
  withPassword: (step, password) =>
    step.action === 'createUser' ? { ...step, edit: { ...step.edit, password } } : step,
  canLookUp: (step) => step.action === 'createUser',
  isDoneIfGone: (step) => step.action === 'deleteUser',
  canUndo: (kind) => kind !== 'report',
};

/** A plan of these steps, without a check. */
export function planOf(steps: readonly JobStep[]): JobPlan<JobStep> {
  const passwords = new Map<number, string>();
  const rows = steps.map((given, index) => {
    const { step, password } = withoutPassword(given);
    if (password !== null) passwords.set(index, password);
    return {
      index,
      label: 'id' in step ? step.id : (step.edit.name ?? ''),
      action: step.action,
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
  if (given.action !== 'createUser') return { step: given, password: null };
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
  Array.from({ length: count }, (_, i) => ({ action: 'createUser', edit: user(`user${i}`) }));

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
    return createJobRunner({
      store: {
        ...store,
        write: (...what) => {
          if (!mine.isOver) store.write(...what);
        },
      },
      steps: stepRules,
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
  const untilDone = async (runner: JobRunner<JobStep>, id: string) => {
    for (let i = 0; i < 600 && runner.job(id).phase !== 'done'; i++) await time.pass(100);
  };
  return { time, service, store, disk, open, crash, reported, untilDone };
}

export function planned(runner: JobRunner<JobStep>, steps: readonly JobStep[]): Job {
  return runner.add({ title: 'Test', kind: 'user' }, planOf(steps));
}

export const states = (runner: JobRunner<JobStep>, id: string) =>
  runner.rows(id, { from: 0, limit: 500, state: null }).rows.map(({ state }) => state);
