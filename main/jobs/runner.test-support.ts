import { expect } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { Job, JobStep } from '#shared/domain/job';
import type { Fault } from '#shared/fault';
import { FakeService, memoryStore } from './fake-service.test-support';
import { planSteps, type KnownRecords } from './plan';
import { createJobRunner } from './runner';
import type { JobRunner } from './types';

export const known: KnownRecords = {
  users: [],
  groups: [],
  devices: [],
  capabilities: { writesLimits: true, activates: true, takesSubmissions: false },
  licences: null,
  now: 0,
  timeZone: 'UTC',
};

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
  const told: Job[][] = [];
  let ids = 0;
  let life = { isOver: false };
  /** Ends the app without a goodbye: what is not on disk is gone, what was sent may still land. */
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
      now: time.now,
      after: (ms, run) => time.after(ms, () => mine.isOver || run()),
      random: () => 0.5,
      newId: () => `job${ids++}`,
      budget: {
        waitMs: () => 0,
        callsPerMinute: () => rate,
        slowDown: () => {},
      },
      prepare: () => (mine.isOver ? never() : service.list()),
      apply: (...step) => (mine.isOver ? never() : service.apply(...step)),
      diskFault: () => disk.fault,
      onChanged: (jobs) => told.push(jobs),
      onBug: (error) => expect.fail(String(error)),
    });
  };
  /** Lets time pass until a job is done; a minute at most. */
  const untilDone = async (runner: JobRunner, id: string) => {
    for (let i = 0; i < 600 && runner.job(id).phase !== 'done'; i++) await time.pass(100);
  };
  return { time, service, store, disk, open, crash, told, untilDone };
}

export function planned(runner: JobRunner, steps: readonly JobStep[]): Job {
  return runner.add({ title: 'Test', kind: 'user' }, planSteps(steps, known));
}

export const states = (runner: JobRunner, id: string) =>
  runner.rows(id, { from: 0, limit: 500, state: null }).rows.map(({ state }) => state);
