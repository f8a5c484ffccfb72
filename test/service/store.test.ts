import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import {
  openPostgres,
  shelfStatements,
  statements,
  type PostgresOptions,
} from '#main/service/postgres';
import type { FixRow } from '#main/service/store';
import { emptySchema } from '../support/postgres';
import { patient } from '../support/postgres-service';
import { cleanUp, onCleanUp } from '../support/resources';

afterEach(cleanUp);

const hourMs = 3_600_000;
const all = { from: 0, to: 1e14 };
const fix = (deviceId: string, at: number): FixRow => ({ deviceId, at, arrivedAt: at, record: {} });
const noGroup = { description: null, deviceIds: [], createdAt: 1, modifiedAt: 1 };

async function ownStores() {
  const { url, drop } = await emptySchema(inject('postgresUrl'));
  onCleanUp(drop);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  onCleanUp(() => database.end());
  const open = async (options: PostgresOptions = {}) => {
    const store = await openPostgres(url, { ...patient, ...options });
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

test('finds locations, alerts and records by an index, whatever the statement', async () => {
  const { database, open } = await ownStores();
  const store = await open();
  const start = Date.UTC(2027, 0);
  const place = { latitude: 1, longitude: 2, text: null, notifications: [], alerts: [] };
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    ...fix(`d${i % 20}`, start + Math.floor(i / 20) * 3 * hourMs),
    ...place,
  }));
  await store.change((store) => store.saveFixes(rows));
  await store.change((store) => store.addAlerts(rows));
  const groups = Array.from({ length: 2_000 }, (_, i) => ({ id: `g${i}`, name: `Vans ${i}` }));
  await store.groups.save(groups.map((group) => ({ ...noGroup, ...group })));
  await database.query('ANALYZE');
  // As a connection plans what it has run several times, with values that it does not know yet.
  await database.query('SET plan_cache_mode = force_generic_plan');
  const { all: _, ...ofGroups } = shelfStatements('groups');
  for (const [name, text] of Object.entries({ ...statements, ...ofGroups })) {
    await database.query(`PREPARE planned_${name} AS ${text}`);
    const { rows: types } = await database.query<{ type: string }>(
      `SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = $1`,
      [`planned_${name.toLowerCase()}`],
    );
    const values = types.map(({ type }) => {
      if (type.endsWith('[]')) return `'{${start}}'`;
      return type === 'bigint' ? start : `'d3'`;
    });
    const given = values.length > 0 ? `(${values.join(', ')})` : '';
    const explained = await database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (COSTS off) EXECUTE planned_${name} ${given}`,
    );
    const plan = `${name}\n${explained.rows.map((row) => row['QUERY PLAN']).join('\n')}`;
    expect(plan).not.toMatch(/Seq Scan on (fixes|alerts|groups)/);
    const isReading = /^(fixes|newest|latest|alerts|delete|one|called|missing)/.test(name);
    expect(!isReading || /Index (Only )?Scan/.test(plan), plan).toBe(true);
  }
});
