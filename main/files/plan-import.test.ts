import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportContext } from '#main/exchange/import';
import { createFileWork, type FileWorkOptions, type StartFileProcess } from './file-work';
import { filesInProcess } from './in-process.test-support';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-files-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const workWith = (start: StartFileProcess, after?: FileWorkOptions['after']) =>
  createFileWork({
    start,
    newId: () => 'id',
    onProgress: () => undefined,
    onReadProgress: () => undefined,
    ...(after && { after }),
  });

/** A process that never answers. */
const silent: StartFileProcess = ({ onEnd }) => ({ post: () => undefined, kill: () => onEnd() });

const account: ImportContext = {
  users: [],
  groups: [],
  devices: [],
  countries: null,
  timeZones: null,
  timeZone: 'UTC',
};

test('plans the import of a table, with its first errors and the number of all', async () => {
  const work = workWith(filesInProcess);
  const file = path.join(folder, 'groups.csv');
  const rows = Array.from({ length: 3_000 }, (_, i) => (i % 2 ? `,Group ${i}` : `g${i},x`));
  fs.writeFileSync(file, ['Group id,Name,Extra', ...rows].join('\n'));
  const plan = await work.planImport(file, 'groups', () => Promise.resolve(account));
  expect(plan).toMatchObject({
    errorCount: 1_500,
    rows: 3_000,
    unchanged: 0,
    unknownColumns: ['Extra'],
  });
  expect(plan!.errors).toHaveLength(1_000);
  expect(plan!.wrongRows).toHaveLength(1_000);
  expect(plan!.wrongRows[1]).toEqual({ row: 4, cells: ['g2', 'x'] });
  expect(plan!.steps).toHaveLength(1_500);
  expect(plan!.steps[0]).toEqual({ action: 'createGroup', edit: { name: 'Group 1' } });
});

test('stops reading after the limit of time and names it', async () => {
  let late: () => void = () => expect.fail('no timer');
  const work = workWith(silent, (delayMs, run) => {
    late = run;
    expect(delayMs).toBe(180_000);
    return () => undefined;
  });
  const reading = work.planImport('slow.csv', 'users', () => Promise.resolve(account));
  late();
  await expect(reading).rejects.toMatchObject({
    fault: {
      kind: 'invalid',
      message: expect.stringContaining('took more than 3 minutes') as string,
    },
  });
  expect(work.importProgress()).toBeNull();
});

test('an error while the account is asked ends the process', async () => {
  let alive = 0;
  const work = workWith(({ onEnd }) => {
    alive += 1;
    return {
      post: () => undefined,
      kill: () => {
        alive = 0;
        onEnd();
      },
    };
  });
  const failing = () => Promise.reject(new Error('closed'));
  await expect(work.planImport('a.csv', 'users', failing)).rejects.toThrow('closed');
  expect(alive).toBe(0);
});
