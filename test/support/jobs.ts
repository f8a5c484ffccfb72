import { expect, vi } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../main/api/service-client';
import type { RunningService } from '../../main/service/start';
import type { UserEdit } from '../../shared/domain/edit';
import type { Job, JobStep } from '../../shared/domain/job';
import { startMain, type MainProcess } from './main-process';
import { startTestService } from './resources';

export async function untilJob(
  { account }: MainProcess,
  id: string,
  is: (job: Job) => boolean,
  timeout = 30_000,
): Promise<Job> {
  await vi.waitFor(() => expect(account.jobs.job(id)).toSatisfy(is), {
    timeout,
    interval: 20,
  });
  return account.jobs.job(id);
}

export const untilDone = (main: MainProcess, id: string, timeout?: number) =>
  untilJob(main, id, ({ phase }) => phase === 'done', timeout);

export function newUserEdit(index: number, more: UserEdit = {}): UserEdit {
  return {
    name: `Person ${index}`,
    email: `person${index}@fleet.example`,
    country: 'ES',
    timeZone: 'Europe/Madrid',
    ...more,
  };
}

export function createUserSteps(count: number, more: UserEdit = {}): JobStep[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: 'user',
    action: 'create',
    edit: newUserEdit(i, more),
  }));
}

/** Another client of the same account. */
export function otherClient(running: RunningService): ServiceClient {
  const { url: address, userName, apiKey } = running;
  return createServiceClient({ fetch, address, userName, apiKey: () => Promise.resolve(apiKey) });
}

/** How many users of the service have each e-mail of `newUserEdit`. */
export async function emailsAt(running: RunningService): Promise<Map<string, number>> {
  const { items } = await otherClient(running).users();
  const counts = new Map<string, number>();
  for (const { record } of items) {
    const email = record.email ?? '';
    if (email.startsWith('person')) counts.set(email, (counts.get(email) ?? 0) + 1);
  }
  return counts;
}

export const rowsOf = (main: MainProcess, id: string) =>
  main.account.jobs.rows(id, { from: 0, limit: 500, state: null }).rows;

/** An account in which a job created some users. */
export async function startMainWithUsers(count: number) {
  const running = await startTestService();
  const main = await startMain(running);
  const { jobs } = main.account;
  const { id } = jobs.plan('Create people', 'user', createUserSteps(count));
  jobs.start(id);
  await untilDone(main, id);
  const users = main.account.users
    .current()
    .items.filter(({ email }) => email?.startsWith('person'));
  return { running, main, jobs, id, users };
}
