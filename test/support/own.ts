import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { startService, type RunningService, type ServiceOptions } from '../../main/service/start';
import { FaultError, type Fault } from '../../shared/fault';
import { removeFolder } from './folders';

// What a test has for itself: a service, folders, and whatever else ends with it.

const steps: (() => unknown)[] = [];

/** Keeps what ends something that the test began. */
export function atEnd(step: () => unknown): void {
  steps.push(step);
}

/** Ends what a test began, last first; to be called after each. */
export async function tidyUp(): Promise<void> {
  for (const step of steps.splice(0).toReversed()) await step();
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-wired-'));
  atEnd(() => removeFolder(folder));
  return folder;
}

/** A reference service with a small fleet; may be stopped by the test or by `tidyUp`. */
export async function service(options: ServiceOptions = {}): Promise<RunningService> {
  const running = await startService({ devices: 12, seed: 7, ...options });
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= running.stop());
  atEnd(stop);
  return { ...running, stop };
}

/** What a person fills in to connect to a service. */
export const asked = ({ url, userName, apiKey }: RunningService) => ({
  address: url,
  userName,
  apiKey,
});

/** The fault with which something is refused. */
export const faultOf = (work: Promise<unknown>): Promise<Fault> =>
  work.then(
    () => expect.fail('it was accepted'),
    (error: unknown) =>
      error instanceof FaultError ? error.fault : expect.fail(`no fault: ${String(error)}`),
  );
