import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startService, type RunningService, type ServiceOptions } from '../../main/service/start';
import type { UserEdit } from '../../shared/domain/edit';
import { FaultError, type Fault } from '../../shared/fault';
import { openDesk, type Desk, type DeskOptions } from './desk';

/** What ends what a test began. */
const undo: (() => unknown)[] = [];

/** Ends what a test began, last first; to be called after each. */
export async function tidyUp(): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step();
}

/** A small fleet; may be stopped by the test or by `tidyUp`. */
export async function service(options: ServiceOptions = {}): Promise<RunningService> {
  const running = await startService({ devices: 12, seed: 7, ...options });
  const { stop } = running;
  let stopped: Promise<void> | null = null;
  running.stop = () => (stopped ??= stop());
  undo.push(() => running.stop());
  return running;
}

/** A person at that service. */
export async function desk(running: RunningService, options: DeskOptions = {}): Promise<Desk> {
  const opened = await openDesk(running, options);
  undo.push(() => opened.close());
  return opened;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-manage-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The fault with which something is rejected. */
export async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const error: unknown = await work.then(
    () => null,
    (rejection: unknown) => rejection,
  );
  if (error instanceof FaultError) return error.fault;
  throw new Error(`expected a fault, not ${String(error)}`);
}

/** Calls the service got since the last reset, by method and shape of the path. */
export const callsOf = (running: RunningService) =>
  Object.fromEntries(
    Object.entries(running.control.calls()).map(([call, count]) => [
      call.replace(/(users|groups|devices)\/[^/]+/, '$1/ID'),
      count,
    ]),
  );

export const anna: UserEdit = {
  name: 'Anna Quist',
  email: 'anna@fleet.example',
  country: 'SE',
  timeZone: 'Europe/Stockholm',
  tags: { depot: 'Malmö' },
};

export async function newUser(at: Desk, edit: UserEdit = anna) {
  const saved = await at.edits.createUser(edit);
  if (saved.status !== 'saved') throw new Error('not saved');
  return saved;
}

export async function newGroup(at: Desk, name = 'Quist and sons', deviceIds: string[] = []) {
  const saved = await at.edits.createGroup({ name, deviceIds });
  if (saved.status !== 'saved') throw new Error('not saved');
  return saved;
}

export async function bearer(running: RunningService): Promise<{ authorization: string }> {
  const { token } = (await (
    await fetch(`${running.url}/api/Auth/Token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: running.userName, apiKey: running.apiKey }),
    })
  ).json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

export async function deviceIds(running: RunningService): Promise<string[]> {
  const answer = await fetch(`${running.url}/api/devices`, { headers: await bearer(running) });
  const { devices } = (await answer.json()) as { devices: { id: string }[] };
  return devices.map(({ id }) => id);
}
