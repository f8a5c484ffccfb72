import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { startService, type RunningService, type ServiceOptions } from '../../main/service/start';
import { FaultError, type Fault } from '../../shared/fault';
import { removeFolder } from './folders';

// Services and folders of one test. Every test file calls `afterEach(cleanUp)`.

const steps: (() => unknown)[] = [];

/** Runs `step` after the test. */
export function onCleanUp(step: () => unknown): void {
  steps.push(step);
}

/** Runs the clean-up steps of the test in reverse order. */
export async function cleanUp(): Promise<void> {
  for (const step of steps.splice(0).toReversed()) await step();
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-wired-'));
  onCleanUp(() => removeFolder(folder));
  return folder;
}

/** A reference service with a small fleet; stopped by the test or by `cleanUp`. */
export async function startTestService(options: ServiceOptions = {}): Promise<RunningService> {
  const running = await startService({ devices: 12, seed: 7, ...options });
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= running.stop());
  onCleanUp(stop);
  return { ...running, stop };
}

/** The input of the connect form for a service. */
export const credentialsOf = ({ url, userName, apiKey }: RunningService) => ({
  address: url,
  userName,
  apiKey,
});

/** The fault that `work` rejects with. */
export const faultOf = (work: Promise<unknown>): Promise<Fault> =>
  work.then(
    () => expect.fail('it was accepted'),
    (error: unknown) =>
      error instanceof FaultError ? error.fault : expect.fail(`no fault: ${String(error)}`),
  );
