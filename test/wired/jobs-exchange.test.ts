import { says } from '../support/english';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, assert, expect, test } from 'vitest';
import { noChoices } from '../../shared/ipc/exchange';
import { createUserSteps, untilDone, untilJob } from '../support/jobs';
import { type MainProcess, startMain } from '../support/main-process';
import { cleanUp, faultOf, startTestService, temporaryFolder } from '../support/resources';

// Import and export of real files, and expiry warnings.

afterEach(cleanUp);

const everything = { ids: null, filter: '' };

function csvOfPeople(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `Person ${i},person${i}@fleet.example,ES,Europe/Madrid,=1+${i},depot=${i % 7}`,
  );
  return ['Name,E-mail,Country,Time zone,Description,Tags,Shoe size', ...lines].join('\r\n');
}

async function imported(
  main: MainProcess,
  file: string,
  what: 'users' | 'groups' | 'membership' = 'users',
) {
  main.file.open = file;
  const preview = await main.exchange.openImport({ what });
  assert(preview !== null, 'the import was cancelled');
  return preview;
}

test('previews an import, runs it as a job, and plans nothing when its export is imported again', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  const folder = temporaryFolder();
  const source = path.join(folder, 'people.csv');
  writeFileSync(source, csvOfPeople(300));
  const preview = await imported(main, source);
  expect(preview).toMatchObject({
    file: 'people.csv',
    rows: 300,
    creates: 300,
    changes: 0,
    unchanged: 0,
    errors: [],
    unknownColumns: ['Shoe size'],
    job: { phase: 'planned', title: says('Import users from people.csv'), rows: 300 },
  });
  main.account.jobs.start(preview.job!.id);
  expect((await untilDone(main, preview.job!.id)).counts).toMatchObject({ done: 300 });
  const total = main.account.users.current().items.length;

  for (const format of ['csv', 'xlsx'] as const) {
    main.file.save = path.join(folder, `out.${format}`);
    const written = await main.exchange.exportTable({ what: 'users', format, ...everything });
    expect(written).toMatchObject({ file: main.file.save, rows: total });
    expect(await imported(main, main.file.save)).toMatchObject({
      creates: 0,
      changes: 0,
      unchanged: total,
      errors: [],
      job: null,
    });
  }
});

test('exports the filtered rows in the order on screen, with a description of the export', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  const folder = temporaryFolder();
  const ids = main.account.fleet.devices().map(({ id }) => id);
  const shown = [ids[5]!, ids[1]!, ids[9]!];
  main.file.save = path.join(folder, 'devices.csv');
  const written = await main.exchange.exportTable({
    what: 'devices',
    format: 'csv',
    ids: shown,
    filter: 'moving, in group North',
  });
  expect(written?.rows).toBe(3);
  const text = readFileSync(main.file.save, 'utf8');
  expect(text).toContain('moving, in group North');
  expect(text).toContain('Europe/Paris');
  expect(text).toContain(running.userName);
  const lines = text.split('\r\n');
  const at3 = shown.map((id) => lines.findIndex((line) => line.startsWith(id)));
  expect(at3).toEqual(at3.toSorted((a, b) => a - b));
  expect(at3[0]).toBeGreaterThan(0);
  expect(text).not.toContain(running.apiKey);
  expect(readdirSync(folder)).toEqual(['devices.csv']);
});

test('exports every kind in every suitable format, never with a secret', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  const folder = temporaryFolder();
  const job = main.account.jobs.plan(
    'People',
    'user',
    createUserSteps(3, { password: 'Zq7-secret' }),
  );
  main.account.jobs.start(job.id);
  await untilDone(main, job.id);
  for (const what of ['devices', 'users', 'groups', 'membership', 'journal'] as const) {
    const places = ['geojson', 'kml'] as const;
    const tables = ['csv', 'xlsx'] as const;
    for (const format of what === 'devices' ? [...tables, ...places] : tables) {
      main.file.save = path.join(folder, `${what}.${format}`);
      const written = await main.exchange.exportTable({ what, format, ...everything });
      expect(written?.rows).toBeGreaterThan(0);
      const bytes = readFileSync(main.file.save);
      expect(bytes.includes('Zq7-secret')).toBe(false);
      expect(bytes.includes(running.apiKey)).toBe(false);
    }
    for (const format of what === 'devices' ? [] : places) {
      main.file.save = path.join(folder, `${what}.${format}`);
      const refused = main.exchange.exportTable({ what, format, ...everything });
      expect(await faultOf(refused)).toMatchObject({ kind: 'invalid', field: 'format' });
    }
  }
  const places = JSON.parse(readFileSync(path.join(folder, 'devices.geojson'), 'utf8')) as {
    features: unknown[];
  };
  expect(places.features.length).toBeGreaterThan(0);
});

test('plans an opened file again with corrected cells and other columns, and replaces its plan', async () => {
  const main = await startMain(await startTestService());
  const file = path.join(temporaryFolder(), 'depots.csv');
  writeFileSync(file, 'Name,Depot\nNorth,Oslo\n,Bergen\n');
  const first = await imported(main, file, 'groups');
  expect(first).toMatchObject({
    rows: 2,
    creates: 1,
    columns: [
      { heading: 'Name', samples: ['North'] },
      { heading: 'Depot', samples: ['Oslo', 'Bergen'] },
    ],
    errors: [
      { row: 3, column: 'Name', columnIndex: 0, message: says('A new group needs a name.') },
    ],
    wrongRows: [{ row: 3, cells: ['', 'Bergen'] }],
  });
  const edits = [{ row: 3, column: 0, text: 'South' }];
  const corrected = await main.exchange.planImport({ ...noChoices, edits });
  expect(corrected).toMatchObject({ creates: 2, errors: [], wrongRows: [] });
  const columns = { name: [1, 0] };
  const joined = await main.exchange.planImport({ ...noChoices, columns, edits });
  expect(joined).toMatchObject({ creates: 2, unknownColumns: [] });
  expect(main.account.jobs.list().map(({ id }) => id)).toEqual([joined!.job!.id]);
  const rows = main.account.jobs.rows(joined!.job!.id, { from: 0, limit: 10, state: null });
  expect(rows.rows.map(({ label }) => label)).toEqual(['Oslo North', 'Bergen South']);

  writeFileSync(file, 'Name,Depot\nBergen,\n');
  expect(await faultOf(main.exchange.planImport({ ...noChoices, edits }))).toMatchObject({
    kind: 'invalid',
    field: 'file',
    message: says(/^The file was changed/),
  });
});

test('saves the rows with errors and their reasons, which are imported again after a correction', async () => {
  const main = await startMain(await startTestService());
  const folder = temporaryFolder();
  const source = path.join(folder, 'staff.csv');
  const rows = [
    'Full name;Mail;Land;Zone;Passwort;Zusatz',
    'Eva Sol;eva@fleet.example;ES;Europe/Madrid;Zq7-secret;x',
    'Ivo Sol;ivo at fleet;ES;Europe/Madrid;Zq8-secret;<clear>',
    'Ida Sol;ida@fleet.example;Narnia;Europe/Madrid;;=1+1',
  ];
  writeFileSync(source, rows.join('\n'));
  for (const format of ['csv', 'xlsx'] as const) {
    const preview = await imported(main, source);
    expect(preview).toMatchObject({ creates: 1, errorCount: 2, unknownColumns: ['Zusatz'] });
    expect(JSON.stringify(preview)).not.toContain('-secret');
    main.file.save = path.join(folder, `wrong.${format}`);
    const written = await main.exchange.saveWrongRows({ format });
    expect(written).toMatchObject({ file: main.file.save, rows: 2 });
    expect(readFileSync(main.file.save).includes('-secret')).toBe(false);
    const again = await imported(main, main.file.save);
    expect(again).toMatchObject({
      rows: 2,
      creates: 0,
      errorCount: 2,
      unknownColumns: ['Zusatz'],
      wrongRows: [
        {
          cells: [
            'Ivo Sol',
            'ivo at fleet',
            'ES',
            'Europe/Madrid',
            null,
            '<clear>',
            expect.anything(),
          ],
        },
        {
          cells: [
            'Ida Sol',
            'ida@fleet.example',
            'Narnia',
            'Europe/Madrid',
            null,
            expect.stringMatching(/=1\+1$/),
            expect.stringMatching(/^Land: .*Narnia/),
          ],
        },
      ],
    });
    const edits = again.errors.map(({ row, columnIndex }) => ({
      row: row!,
      column: columnIndex!,
      text: columnIndex === 1 ? 'ivo@fleet.example' : 'Spanien',
    }));
    const corrected = await main.exchange.planImport({ ...noChoices, edits });
    expect(corrected).toMatchObject({ creates: 2, errors: [] });
  }
});

test('remembers the columns that the user accepted', async () => {
  const main = await startMain(await startTestService());
  const file = path.join(temporaryFolder(), 'staff.csv');
  writeFileSync(file, 'Who,Where to write,Comments\nEva,eva@fleet.example,x\n');
  const asked = await imported(main, file);
  expect(asked.fields.filter(({ isMissing }) => isMissing).map(({ key }) => key)).toEqual([
    'name',
    'country',
  ]);
  const columns = { name: [0], email: [1] };
  const values = { country: 'ES', timeZone: 'Europe/Madrid' };
  const chosen = await main.exchange.planImport({ ...noChoices, columns, values });
  expect(chosen).toMatchObject({ creates: 1, errors: [], unknownColumns: ['Comments'] });
  main.exchange.rememberColumns();
  expect(main.settings.importColumns['users']?.values).toEqual(values);
  const known = await imported(main, file);
  expect(known).toMatchObject({ creates: 1, errors: [], unknownColumns: ['Comments'] });
  expect(known.fields.flatMap(({ by }) => by ?? [])).toEqual(['remembered', 'remembered']);

  // The zone of this account is no choice for another one.
  main.settings.importColumns = {};
  await main.exchange.planImport({ ...noChoices, columns, values: { timeZone: 'Europe/Paris' } });
  main.exchange.rememberColumns();
  expect(main.settings.importColumns['users']?.values).toEqual({});
});

test('treats a cancelled dialog as a normal result and leaves no file behind', async () => {
  const main = await startMain(await startTestService());
  expect(await main.exchange.openImport({ what: 'users' })).toBeNull();
  expect(
    await main.exchange.exportTable({ what: 'users', format: 'csv', ...everything }),
  ).toBeNull();
  expect(await main.exchange.saveTemplate({ what: 'users', format: 'csv' })).toBeNull();
  expect(main.account.jobs.list()).toEqual([]);
});

test('a job shows its progress while it runs', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  running.control.setFaults({ path: '/api/users', latencyMs: 20 });
  const { jobs } = main.account;
  const { id } = jobs.plan('People', 'user', createUserSteps(30));
  jobs.start(id);
  const half = await untilJob(main, id, ({ counts }) => counts.done >= 10);
  expect(half.counts.done + half.counts.running + half.counts.waiting).toBe(30);
  await untilDone(main, id);
});

test('plans nothing from a file that is still being read when the account is closed', async () => {
  const main = await startMain(await startTestService());
  const file = path.join(temporaryFolder(), 'people.csv');
  writeFileSync(file, csvOfPeople(3));
  main.file.open = file;
  main.network.send = async (...call) => {
    if (new Request(call[0]).url.endsWith('/countries')) await main.quit();
    return fetch(...call);
  };
  expect((await faultOf(main.exchange.openImport({ what: 'users' }))).kind).toBe('declined');
});
