// Many users imported from CSV, exported, and imported again, through the app without its window: real
// HTTP, the reference service in the same process, SQLite on disk. Prints the duration of each step.
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { untilDone } from '../support/jobs';
import { startMain } from '../support/main-process';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';

const count = Number(process.env.USERS ?? 10_000);

afterEach(cleanUp);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  console.log(`${what.padEnd(46)} ${((performance.now() - from) / 1000).toFixed(2)} s`);
  return result;
}

test(`${count} users imported, exported and imported again`, async () => {
  const main = await startMain(await startTestService(), { callsPerMinute: 6_000_000 });
  const folder = temporaryFolder();
  const source = path.join(folder, 'people.csv');
  const lines = Array.from(
    { length: count },
    (_, i) => `Person ${i},person${i}@fleet.example,ES,Europe/Madrid,Shift ${i % 3},depot=${i % 7}`,
  );
  const header = 'Name,E-mail,Country,Time zone,Description,Tags';
  writeFileSync(source, [header, ...lines].join('\r\n'));

  main.file.open = source;
  const first = await timed(`read and plan ${count} rows`, () =>
    main.exchange.openImport({ what: 'users' }),
  );
  expect(first).toMatchObject({ creates: count, errors: [] });
  const { id } = first!.job!;
  await timed('create them at the service, one call each', async () => {
    main.account.jobs.start(id);
    await untilDone(main, id, 3_600_000);
  });
  expect(main.account.jobs.job(id).counts).toMatchObject({ done: count, failed: 0 });

  const { journal } = main.account.records;
  const look = (text: string) => Promise.resolve(journal.ids({ text, undo: null }).length);
  await timed(`the journal's ${count} entries read to be searched`, () => look('person 9'));
  expect(await timed('searched again, as with each key', () => look('changed'))).toBe(0);
  const all = journal.ids({ text: '', undo: null });
  expect(all.length).toBeGreaterThanOrEqual(count);
  const undo = await timed(`plan to take all ${count} back`, () =>
    Promise.resolve(main.account.jobs.planUndoOfEntries(all)),
  );
  expect(undo.counts).toMatchObject({ waiting: count, refused: 0 });
  main.account.jobs.remove(undo.id);

  for (const format of ['csv', 'xlsx'] as const) {
    main.file.save = main.file.open = path.join(folder, `out.${format}`);
    await timed(`export as ${format}`, () =>
      main.exchange.exportTable({ what: 'users', format, ids: null, filter: '' }),
    );
    const again = await timed(`import that again (${statSync(main.file.save).size} bytes)`, () =>
      main.exchange.openImport({ what: 'users' }),
    );
    expect(again).toMatchObject({ creates: 0, changes: 0, errors: [], job: null });
    console.log(`  planned changes: 0 of ${again!.unchanged} users`);
  }
});
