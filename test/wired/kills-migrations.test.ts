import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openCache } from '../../main/cache/cache';
import { reportFigure } from '../support/figures';
import { olderKey } from '../support/killed-migration';
import { bundleProgram, runProgram, seededRandom } from '../support/killed-process';
import { cleanUp, temporaryFolder } from '../support/resources';
import { amount } from '../support/test-length';

// A copy of an earlier version is migrated, and the process is killed meanwhile.

const older = path.join(import.meta.dirname, '..', '..', 'main', 'cache', 'migrations', 'older');
const schemas = readdirSync(older).flatMap((name) => /^schema-(\d+)\./.exec(name)?.[1] ?? []);
const expected = JSON.parse(readFileSync(path.join(older, 'expected.json'), 'utf8')) as {
  ids: string[];
  details: unknown[];
};
const killsOfSchema = amount({ sample: 2, long: 40 });
const random = seededRandom(20_261_123);

let bundles = '';
let program = '';
beforeAll(async () => {
  bundles = mkdtempSync(path.join(os.tmpdir(), 'waypost-migrations-'));
  program = await bundleProgram(bundles, 'killed-migration.ts', 'migrateUntilKilled');
}, 60_000);
afterAll(() => rmSync(bundles, { recursive: true, force: true }));
afterEach(cleanUp);

test.each(schemas)(
  'a copy of schema %s is whole after a kill during its migration',
  async (schema) => {
    for (let i = 0; i < killsOfSchema; i += 1) {
      const file = unpacked(schema);
      const { errors } = await runProgram(program, { file }, { lines: 1, afterMs: random() * 25 });
      expect(errors).toBe('');
      expectWhole(schema, file);
    }
    reportFigure('kills during migrations, every copy whole', killsOfSchema);
  },
);

test.each(schemas.slice(-amount({ sample: 1, long: schemas.length })))(
  'a kill at any step of the move of the records of schema %s loses none',
  async (schema) => {
    const never = await runProgram<number>(program, { file: unpacked(schema), killedAt: -1 }, null);
    const steps = never.lines.at(-1)!;
    expect(steps).toBeGreaterThan(30);
    const killed = stepsOf(steps);
    for (const killedAt of killed) {
      const file = unpacked(schema);
      const { code, errors } = await runProgram(program, { file, killedAt }, null);
      expect([code, errors]).toEqual([null, '']);
      expectWhole(schema, file);
    }
    reportFigure('kills at single steps of the move of records, none lost', killed.length);
  },
);

test('a kill at any step of a new schema of the work file loses no record', async () => {
  const never = await runProgram<number>(program, { file: unpackedWork(), killedAt: -1 }, null);
  const steps = never.lines.at(-1)!;
  expect(steps).toBeGreaterThan(5);
  for (const killedAt of stepsOf(steps)) {
    const file = unpackedWork();
    const { code, errors } = await runProgram(program, { file, killedAt }, null);
    expect([code, errors]).toEqual([null, '']);
    const cache = openCache({ file, key: olderKey });
    expect(cache.notice).toBeNull();
    expect(cache.records('draft').ids()).toEqual(['user:1']);
    expect(cache.records('journal').ids()).toEqual(['j1', 'j2']);
    cache.records('note').put('d1', 'Left door is stuck');
    expect(cache.notStored).toBeNull();
    cache.close();
  }
});

/** The two files of an account whose work file has schema 1. */
function unpackedWork(): string {
  const folder = temporaryFolder();
  for (const name of ['account.db', 'account.work.db']) {
    const packed = readFileSync(path.join(older, 'work-1', `${name}.gz`));
    writeFileSync(path.join(folder, name), gunzipSync(packed));
  }
  return path.join(folder, 'account.db');
}

/** A copy of an earlier version, as it was then. */
function unpacked(schema: string): string {
  const file = path.join(temporaryFolder(), 'account.db');
  writeFileSync(file, gunzipSync(readFileSync(path.join(older, `schema-${schema}.db.gz`))));
  return file;
}

function expectWhole(schema: string, file: string): void {
  const cache = openCache({ file, key: olderKey });
  expect(cache.notice).toBeNull();
  expect(cache.isOnDisk).toBe(true);
  expect(expected.ids.map((_, slot) => cache.idOf(slot))).toEqual(expected.ids);
  const details = expected.ids.map((_, slot) => cache.details(slot));
  expect(JSON.parse(JSON.stringify(details))).toMatchObject(expected.details);
  const drafts = cache.records('draft').all();
  const entries = cache.records('journal').all();
  expect([drafts.length, entries.length]).toEqual(Number(schema) >= 3 ? [1, 2] : [0, 0]);
  cache.close();
}

/** All of them, or a few in each third of the move. */
function stepsOf(count: number): number[] {
  const all = Array.from({ length: count }, (_, step) => step);
  const every = amount({ sample: Math.ceil(count / 3), long: 1 });
  const first = Math.floor(random() * every);
  return all.filter((step) => step % every === first);
}
