import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { openPostgres, type PostgresOptions } from '#main/service/postgres';
import type { FixRow } from '#main/service/store';
import { emptySchema } from '../support/postgres';
import { cleanUp, onCleanUp } from '../support/resources';

afterEach(cleanUp);

const hourMs = 3_600_000;
const all = { from: 0, to: 1e14 };
const fix = (deviceId: string, at: number): FixRow => ({ deviceId, at, arrivedAt: at, record: {} });

async function ownStores() {
  const { url, drop } = await emptySchema(inject('postgresUrl'));
  onCleanUp(drop);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  onCleanUp(() => database.end());
  const open = async (options: PostgresOptions = {}) => {
    const store = await openPostgres(url, options);
    onCleanUp(() => store.close());
    return store;
  };
  return { database, open };
}

test('drops months that are not to be kept, and still takes a late location of one', async () => {
  const { open } = await ownStores();
  const now = Date.now();
  const moments = [Date.UTC(2001, 0), Date.UTC(2020, 5), now - 100 * 24 * hourMs, now];
  const first = await open();
  await first.change((store) => store.saveFixes(moments.map((at) => fix('a', at))));
  expect(await first.fixes('a', all, 10)).toHaveLength(4);
  const second = await open({ keepMonths: 2 });
  expect((await second.fixes('a', all, 10)).map(({ at }) => at)).toEqual([now]);
  // The first one knows the dropped months.
  await first.change((store) => store.saveFixes([fix('a', moments[1]!)]));
  expect(await second.fixes('a', all, 10)).toHaveLength(2);
});

test('keeps everything before 2020 where the kept months reach that far', async () => {
  const { open } = await ownStores();
  const store = await open({ keepMonths: 1_200 });
  await store.change((store) => store.saveFixes([fix('a', Date.UTC(2001, 0))]));
  await open({ keepMonths: 1_200 });
  expect(await store.fixes('a', all, 10)).toHaveLength(1);
});

test('refuses a database that a newer version wrote', async () => {
  const { database, open } = await ownStores();
  await open();
  await database.query('INSERT INTO schema_version VALUES (99)');
  await expect(open()).rejects.toThrow(/newer version/);
});

test('finds the locations of a device by an index, however many there are', async () => {
  const { database, open } = await ownStores();
  const store = await open();
  const start = Date.UTC(2027, 0);
  for (let device = 0; device < 20; device += 1) {
    const rows = Array.from({ length: 1_000 }, (_, i) => fix(`d${device}`, start + i * hourMs));
    await store.change((store) => store.saveFixes(rows));
  }
  await database.query('ANALYZE');
  const scans = async () => {
    const { rows } = await database.query<{ whole: string; index: string }>(
      `SELECT sum(seq_scan) AS whole, sum(idx_scan) AS index FROM pg_stat_user_tables
      WHERE schemaname = current_schema() AND relname LIKE 'fixes\\_%'`,
    );
    return { whole: Number(rows[0]?.whole), index: Number(rows[0]?.index) };
  };
  // The database counts late: the months that were made, then each row that was looked up before it was stored.
  await expect.poll(async () => (await scans()).index, { timeout: 20_000 }).toBe(20_000);
  const before = await scans();
  expect(await store.fixes('d3', { from: start, to: start + 500 * hourMs }, 1_000)).toHaveLength(
    501,
  );
  expect((await store.lastFix('d3', 'time'))?.at).toBe(start + 999 * hourMs);
  expect((await store.lastFix('d3', 'arrival'))?.at).toBe(start + 999 * hourMs);
  await store.change((store) => store.saveFixes([fix('d3', start)]));
  await expect
    .poll(async () => (await scans()).index, { timeout: 20_000 })
    .toBeGreaterThan(before.index);
  expect((await scans()).whole).toBe(before.whole);
});
