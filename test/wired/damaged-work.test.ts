import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCache, type Cache, type RecordsOf } from '../../main/cache/cache';
import { workFileOf } from '../../main/cache/schema';
import type { WorkDamage } from '../../shared/fault';
import { amount } from '../support/test-length';

const key = Buffer.alloc(32, 7);
const pageSize = 4096;
const asOf = Date.UTC(2026, 0, 15, 12);
let folder = '';
let file = '';
let workFile = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-damaged-'));
  file = path.join(folder, 'cache.db');
  workFile = workFileOf(file);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function withCache<T>(body: (cache: Cache) => T): T {
  const cache = openCache({ file, key, now: () => asOf });
  try {
    return body(cache);
  } finally {
    cache.close();
  }
}

const kinds = ['draft', 'journal', 'job', 'jobRows', 'acknowledged', 'note'] as const;
const amounts = { draft: 12, journal: 150, job: 4, jobRows: 30, acknowledged: 40, note: 25 };
const kindNames = {
  draft: 'drafts',
  journal: 'journal',
  job: 'jobs',
  jobRows: 'jobRows',
  acknowledged: 'acknowledgements',
  note: 'notes',
} as const;

/** Writes work of every kind, with rows that were removed and changed before. */
function writeWork(cache: Cache): void {
  for (const kind of kinds) {
    const ids = Array.from({ length: amounts[kind] }, (_, i) => `${kind} ${i}`);
    const records = cache.records(kind);
    records.putMany(ids.flatMap((id) => [[id, 'old'] as const, [`removed ${id}`, 'old'] as const]));
    records.removeMany(ids.map((id) => `removed ${id}`));
    records.putMany(ids.map((id, i) => [id, valueOf(id, i)] as const));
  }
}

/** Some are larger than a page. */
const valueOf = (id: string, i: number) => ({ id, text: 'x'.repeat(i % 11 === 3 ? 9000 : 200) });

const allOf = (cache: Cache, kind: RecordsOf) =>
  cache
    .records(kind)
    .all()
    .map(({ id }) => id);
const everything = kinds.flatMap((kind) =>
  Array.from({ length: amounts[kind] }, (_, i) => `${kind} ${i}`),
);
const idsIn = (cache: Cache) => kinds.flatMap((kind) => allOf(cache, kind));

function damageOf(cache: Cache): WorkDamage | null {
  return cache.notice?.kind === 'storage' ? (cache.notice.damage?.work ?? null) : null;
}

/** A copy and a work file, as they are after a closed session. */
function prepared(): { copy: Buffer; work: Buffer } {
  withCache((cache) => {
    for (const name of ['groups', 'users'] as const) {
      cache.putList(name, [name.repeat(5000)], asOf);
    }
    writeWork(cache);
  });
  return { copy: fs.readFileSync(file), work: fs.readFileSync(workFile) };
}

type Random = () => number;

/** The same numbers on every machine. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const below = (random: Random, end: number) => Math.floor(random() * end);
const pagesOf = (bytes: Buffer) => Math.floor(bytes.length / pageSize);
const pageAt = (bytes: Buffer, page: number) =>
  bytes.subarray(page * pageSize, (page + 1) * pageSize);

const damages: Record<string, (bytes: Buffer, random: Random) => Buffer> = {
  'flipped bytes': (bytes, random) => {
    const after = Buffer.from(bytes);
    for (let n = 0; n < 1 + below(random, 40); n++) {
      const at = below(random, after.length);
      after[at] = after[at]! ^ (1 + below(random, 255));
    }
    return after;
  },
  truncation: (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  'pages of zeros': (bytes, random) => {
    const after = Buffer.from(bytes);
    for (let n = 0; n < 1 + below(random, 4); n++) {
      pageAt(after, below(random, pagesOf(after))).fill(0);
    }
    return after;
  },
  'swapped pages': (bytes, random) => {
    const after = Buffer.from(bytes);
    const [a, b] = [below(random, pagesOf(bytes)), below(random, pagesOf(bytes))];
    pageAt(bytes, a).copy(pageAt(after, b));
    pageAt(bytes, b).copy(pageAt(after, a));
    return after;
  },
  'zeros from some point': (bytes, random) =>
    Buffer.from(bytes).fill(0, below(random, bytes.length)),
};

/** Expects the message to say what is there and what is not. */
function expectTrue(damage: WorkDamage | null, cache: Cache, damaged: Buffer): void {
  const isAllThere = idsIn(cache).length === everything.length;
  expect(isAllThere || damage !== null).toBe(true);
  const counts = (damage?.kinds ?? []).flatMap((count) => {
    const kind = kinds.find((each) => kindNames[each] === count.kind);
    return kind ? [{ ...count, kind }] : [];
  });
  for (const { kind, kept, restored, lost } of counts) {
    const there = allOf(cache, kind).length;
    expect(kept + restored).toBe(there);
    expect([amounts[kind], null]).toContain(lost === null ? null : there + lost);
  }
  const moved = damage?.movedTo && fs.readFileSync(path.join(folder, damage.movedTo));
  expect(!moved || moved.equals(damaged)).toBe(true);
}

describe.each(Object.keys(damages))('a work file with %s', (name) => {
  test.each(['with', 'without'])('opens %s a backup, and the message is true', (backups) => {
    const { copy, work } = prepared();
    const backup = fs.readdirSync(folder).find((each) => each.includes('.backup-'))!;
    const backupBytes = fs.readFileSync(path.join(folder, backup));
    for (let run = 0; run < amount({ sample: 4, long: 400 }); run++) {
      const random = randomFrom(run * 7919 + name.length);
      const damaged = damages[name]!(work, random);
      fs.rmSync(folder, { recursive: true });
      fs.mkdirSync(folder);
      fs.writeFileSync(file, run % 3 === 0 ? damages[name]!(copy, random) : copy);
      fs.writeFileSync(workFile, damaged);
      if (backups === 'with') fs.writeFileSync(path.join(folder, backup), backupBytes);
      const kept = withCache((cache) => {
        expect(cache.isOnDisk).toBe(true);
        const ids = idsIn(cache);
        expect(new Set(ids).size).toBe(ids.length);
        expect(everything).toEqual(expect.arrayContaining(ids));
        expect(backups === 'without' || ids.length === everything.length, `run ${run}`).toBe(true);
        for (const id of ids) {
          const kind = kinds.find((each) => id.startsWith(`${each} `))!;
          expect(cache.records(kind).get(id)).toEqual(valueOf(id, Number(id.split(' ')[1])));
        }
        expectTrue(damageOf(cache), cache, damaged);
        cache.records('draft').put('new', 1);
        return idsIn(cache);
      });
      withCache((again) => {
        expect(again.notice).toBeNull();
        expect(idsIn(again)).toEqual(kept);
      });
    }
  });
});

test('of a file with one damaged page all other rows are kept without a backup', () => {
  const { work } = prepared();
  for (const name of fs.readdirSync(folder)) {
    if (name.includes('.backup-')) fs.rmSync(path.join(folder, name));
  }
  const page = Math.floor(work.indexOf(bodyOf('journal', 42)) / pageSize);
  pageAt(work, page).fill(0);
  fs.writeFileSync(workFile, work);
  withCache((cache) => {
    expect(damageOf(cache)).toMatchObject({ state: 'damaged', backup: null });
    const ids = allOf(cache, 'journal');
    expect(ids.length).toBeGreaterThan(amounts.journal - 20);
    expect(ids.length).toBeLessThan(amounts.journal);
    expect(allOf(cache, 'draft')).toHaveLength(amounts.draft);
    expectTrue(damageOf(cache), cache, work);
  });
});

/** A row as it is stored. */
function bodyOf(table: string, row: number): Buffer {
  const database = new DatabaseSync(workFile);
  const { body } = database.prepare(`SELECT body FROM ${table} LIMIT 1 OFFSET ?`).get(row) ?? {};
  database.close();
  return Buffer.from(body as Uint8Array);
}
