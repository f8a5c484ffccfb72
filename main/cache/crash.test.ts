import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCache, type Cache } from './cache';
import { crashFleetSize, crashKey, crashRows } from './crash-writer.test-support';
import { syntheticFix, syntheticNow } from './synthetic-fleet.test-support';

const root = path.resolve(import.meta.dirname, '..', '..');
let folder = '';
let writer = '';

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-crash-'));
  const entry = path.join(folder, 'start.ts');
  const source = path.join(import.meta.dirname, 'crash-writer.test-support.ts');
  fs.writeFileSync(
    entry,
    `import { writeUntilKilled } from ${JSON.stringify(source)};
     writeUntilKilled(process.argv[2]);`,
  );
  // The runtime cannot run the sources directly: their imports have no extensions.
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: path.join(folder, 'out'),
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'writer.mjs' } },
    },
  });
  writer = path.join(folder, 'out', 'writer.mjs');
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/**
 * Lets the writer work on `file`, kills it, and returns the last state that it reported as
 * committed. `pauseMs` counts from the first committed state, or from when the file appears.
 */
async function writeAndKill(
  file: string,
  pauseMs: number,
  from: 'commit' | 'file',
): Promise<number> {
  const child = spawn(process.execPath, [writer, file], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let errors = '';
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.on('close', (_code, signal) => resolve(signal));
  });
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      resolve();
    });
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  if (from === 'commit') await Promise.race([begun, ended]);
  else while (!fs.existsSync(file) && child.exitCode === null) await wait(1);
  // The kill must be able to interrupt any part of a write, so the pause is random.
  await wait(pauseMs);
  child.kill('SIGKILL');
  expect(await ended, errors).toBe('SIGKILL');
  // The last line may have been cut off by the kill.
  return Number(said.split('\n').at(-2) ?? 0);
}

/** Opens the file and expects one complete committed state, not older than `committed`. */
function expectWhole(file: string, committed: number): number {
  const cache = openCache({ file, key: crashKey });
  try {
    expect(cache.notice).toBeNull();
    expect(cache.isOnDisk).toBe(true);
    const { columns } = cache.loadFleet();
    const at = columns.count === 0 ? Number.NaN : columns.fixAt[0]!;
    const state = Number.isNaN(at) ? 0 : at - syntheticNow;
    expect(state).toBeGreaterThanOrEqual(committed);
    if (columns.count === 0) return 0;
    expect(columns.count).toBe(crashFleetSize);
    for (let slot = 0; slot < crashFleetSize; slot++) {
      expect(columns.fixAt[slot]).toBe(at);
      const { fix, checkedAt } = cache.details(slot);
      expect(fix).toEqual(Number.isNaN(at) ? null : syntheticFix(slot, at).fix);
      expect(checkedAt).toBe(Number.isNaN(at) ? null : at + 1000);
    }
    expectWholeRecords(cache, committed);
    return state;
  } finally {
    cache.close();
  }
}

/** Expects job, rows and journal of the same write, not older than `committed`. */
function expectWholeRecords(cache: Cache, committed: number): void {
  const job = cache.records('job').get('the job') as { state: number } | undefined;
  const rows = cache.records('jobRows').all();
  const journal = cache.records('journal').newest(0, 1000);
  if (!job) {
    expect({ committed, rows, journal }).toEqual({ committed: 0, rows: [], journal: [] });
    return;
  }
  const { state } = job;
  expect(state).toBeGreaterThanOrEqual(committed);
  expect(rows).toEqual(crashRows.map((id) => ({ id, value: { state } })));
  const newest = Array.from({ length: Math.min(state, crashRows.length) }, (_, i) => state - i);
  expect(journal).toEqual(newest.map((of) => ({ id: `entry ${of}`, value: { state: of } })));
}

test('opens with a committed state after being killed at any time during a write', async () => {
  const file = path.join(folder, 'writing.db');
  let state = 0;
  for (let round = 0; round < 6; round++) {
    const committed = await writeAndKill(file, Math.random() * 80, 'commit');
    expect(committed).toBeGreaterThan(state);
    state = expectWhole(file, committed);
  }
}, 120_000);

test('opens after being killed while it is created', async () => {
  for (let round = 0; round < 5; round++) {
    const file = path.join(folder, `made-${round}.db`);
    const committed = await writeAndKill(file, Math.random() * 24, 'file');
    expectWhole(file, committed);
  }
}, 120_000);
