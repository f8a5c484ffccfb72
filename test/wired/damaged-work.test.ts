import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCache, type Cache, type RecordsOf } from '../../main/cache/cache';
import { workFileOf } from '../../main/cache/parts';
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

/** Ids of rows that lie on one page, which is still somewhere in the damaged file. */
function readableIds(before: Buffer, after: Buffer): string[] {
  const left = new Set(
    Array.from({ length: pagesOf(after) }, (_, page) => pageAt(after, page).toString('latin1')),
  );
  const hasPage = (bytes: Buffer) => {
    const at = before.indexOf(bytes);
    const page = pageAt(before, Math.floor(at / pageSize));
    return at >= 0 && left.has(page.toString('latin1'));
  };
  const intact = path.join(folder, 'intact.db');
  fs.writeFileSync(intact, before);
  const database = new DatabaseSync(intact);
  const bodies = (table: string) =>
    database
      .prepare(`SELECT body FROM ${table} ORDER BY rowid`)
      .all()
      .map(({ body }) => Buffer.from(body as Uint8Array));
  const digest = Buffer.from(
    database.prepare('SELECT digest FROM header').get()?.digest as Uint8Array,
  );
  const second = before.indexOf(digest, before.indexOf(digest) + 1);
  const headers = [before.indexOf(digest), second].map((at) => Math.floor(at / pageSize));
  const tables = { draft: 'drafts', journal: 'journal', job: 'jobs', jobRows: 'job_rows' };
  const ids = Object.entries(tables).flatMap(([kind, table]) =>
    bodies(table).flatMap((body, i) => (hasPage(body) ? [`${kind} ${i}`] : [])),
  );
  database.close();
  fs.rmSync(intact);
  expect(new Set(headers).size).toBe(2);
  const hasHeader = headers.some((page) => left.has(pageAt(before, page).toString('latin1')));
  return hasHeader ? ids : [];
}

/** Expects the message to say what is there and what is not. */
function expectTrue(damage: WorkDamage | null, cache: Cache, damaged: Buffer): void {
  const isAllThere = idsIn(cache).length === everything.length;
  expect(isAllThere || damage !== null).toBe(true);
  const counts = (damage?.kinds ?? []).flatMap((count) => {
    const kind = kinds.find((each) => kindNames[each] === count.kind);
    return kind ? [{ ...count, kind }] : [];
  });
  for (const { kind, kept, lost } of counts) {
    expect(kept).toBe(allOf(cache, kind).length);
    expect([amounts[kind], null]).toContain(lost === null ? null : kept + lost);
  }
  const moved = damage?.movedTo && fs.readFileSync(path.join(folder, damage.movedTo));
  expect(!moved || moved.equals(damaged)).toBe(true);
}

describe.each(Object.keys(damages))('a work file with %s', (name) => {
  test('opens, keeps every row that can be read, and the message is true', () => {
    const { copy, work } = prepared();
    for (let run = 0; run < amount({ sample: 4, long: 400 }); run++) {
      const random = randomFrom(run * 7919 + name.length);
      const damaged = damages[name]!(work, random);
      fs.rmSync(folder, { recursive: true });
      fs.mkdirSync(folder);
      fs.writeFileSync(file, run % 3 === 0 ? damages[name]!(copy, random) : copy);
      fs.writeFileSync(workFile, damaged);
      const readable = readableIds(work, damaged);
      const kept = withCache((cache) => {
        expect(cache.isOnDisk).toBe(true);
        const ids = idsIn(cache);
        expect(new Set(ids).size).toBe(ids.length);
        expect(everything).toEqual(expect.arrayContaining(ids));
        expect(ids, `run ${run}`).toEqual(expect.arrayContaining(readable));
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
