import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { dayInZone, plusDays } from '../../shared/domain/calendar';
import { FaultError, type Fault } from '../../shared/fault';
import { desktop, listed, people, untilDone, untilJob, type Desktop } from '../support/jobs';
import { service, temporaryFolder, tidyUp } from '../support/own';

// Tables in and out of real files, and warnings ahead of expiry, with everything real behind them.

afterEach(tidyUp);

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const error: unknown = await work.then(
    () => null,
    (rejection: unknown) => rejection,
  );
  if (error instanceof FaultError) return error.fault;
  throw new Error(`expected a fault, not ${String(error)}`);
}

const everything = { ids: null, filter: '' };

function csvOfPeople(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `Person ${i},person${i}@fleet.example,ES,Europe/Madrid,=1+${i},depot=${i % 7}`,
  );
  return ['Name,E-mail,Country,Time zone,Description,Tags,Shoe size', ...lines].join('\r\n');
}

async function imported(
  at: Desktop,
  file: string,
  what: 'users' | 'groups' | 'membership' = 'users',
) {
  at.file.open = file;
  const preview = await at.exchange.openImport({ what });
  return preview ?? expect.fail('cancelled');
}

test('an import is previewed, run as a job, exported, and imported again without a change', async () => {
  const running = await service();
  const at = await desktop(running);
  const folder = temporaryFolder();
  const source = path.join(folder, 'people.csv');
  writeFileSync(source, csvOfPeople(300));
  const preview = await imported(at, source);
  expect(preview).toMatchObject({
    file: 'people.csv',
    rows: 300,
    creates: 300,
    changes: 0,
    unchanged: 0,
    errors: [],
    unknownColumns: ['Shoe size'],
    job: { phase: 'planned', title: 'Import users from people.csv', rows: 300 },
  });
  at.account.jobs.start(preview.job!.id);
  expect((await untilDone(at, preview.job!.id)).counts).toMatchObject({ done: 300 });
  const total = at.account.users.current().items.length;

  for (const format of ['csv', 'xlsx'] as const) {
    at.file.save = path.join(folder, `out.${format}`);
    const written = await at.exchange.exportTable({ what: 'users', format, ...everything });
    expect(written).toEqual({ file: at.file.save, rows: total });
    expect(await imported(at, at.file.save)).toMatchObject({
      creates: 0,
      changes: 0,
      unchanged: total,
      errors: [],
      job: null,
    });
  }
});

test('an export holds what was filtered, in the order on screen, and says what it is', async () => {
  const running = await service();
  const at = await desktop(running);
  const folder = temporaryFolder();
  const ids = at.account.fleet.devices().map(({ id }) => id);
  const shown = [ids[5]!, ids[1]!, ids[9]!];
  at.file.save = path.join(folder, 'devices.csv');
  const written = await at.exchange.exportTable({
    what: 'devices',
    format: 'csv',
    ids: shown,
    filter: 'moving, in group North',
  });
  expect(written?.rows).toBe(3);
  const text = readFileSync(at.file.save, 'utf8');
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

test('every kind goes out in every format that fits, and never with a secret', async () => {
  const running = await service();
  const at = await desktop(running);
  const folder = temporaryFolder();
  const job = at.account.jobs.plan('People', 'user', people(3, { password: 'Zq7-secret' }));
  at.account.jobs.start(job.id);
  await untilDone(at, job.id);
  for (const what of ['devices', 'users', 'groups', 'membership', 'journal'] as const) {
    for (const format of ['csv', 'xlsx', 'geojson', 'kml'] as const) {
      at.file.save = path.join(folder, `${what}.${format}`);
      const work = at.exchange.exportTable({ what, format, ...everything });
      if (what !== 'devices' && (format === 'geojson' || format === 'kml')) {
        expect(await faultOf(work)).toMatchObject({ kind: 'invalid', field: 'format' });
        continue;
      }
      expect((await work)?.rows).toBeGreaterThan(0);
      const bytes = readFileSync(at.file.save);
      expect(bytes.includes('Zq7-secret')).toBe(false);
      expect(bytes.includes(running.apiKey)).toBe(false);
    }
  }
  const places = JSON.parse(readFileSync(path.join(folder, 'devices.geojson'), 'utf8')) as {
    features: unknown[];
  };
  expect(places.features.length).toBeGreaterThan(0);
});

test('a template comes out and goes in again as nothing to do', async () => {
  const running = await service();
  const at = await desktop(running);
  for (const what of ['users', 'groups', 'membership'] as const) {
    at.file.save = path.join(temporaryFolder(), `${what}.xlsx`);
    await at.exchange.saveTemplate({ what, format: 'xlsx' });
    expect(await imported(at, at.file.save, what)).toMatchObject({ errors: [], job: null });
  }
});

test('cancelling a dialog is no fault and leaves nothing behind', async () => {
  const at = await desktop(await service());
  expect(await at.exchange.openImport({ what: 'users' })).toBeNull();
  expect(await at.exchange.exportTable({ what: 'users', format: 'csv', ...everything })).toBeNull();
  expect(await at.exchange.saveTemplate({ what: 'users', format: 'csv' })).toBeNull();
  expect(at.account.jobs.list()).toEqual([]);
});

test('files that cannot be used say why', async () => {
  const at = await desktop(await service());
  const folder = temporaryFolder();
  const large = path.join(folder, 'large.csv');
  writeFileSync(large, '');
  truncateSync(large, 51 * 1024 * 1024);
  const picture = path.join(folder, 'picture.png');
  writeFileSync(picture, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  const workbook = path.join(folder, 'broken.xlsx');
  writeFileSync(workbook, Buffer.from('504b030414000600080000002100', 'hex'));
  const answers: unknown[] = [];
  for (const file of [large, path.join(folder, 'gone.csv'), folder, workbook]) {
    at.file.open = file;
    answers.push(await faultOf(at.exchange.openImport({ what: 'users' })));
  }
  expect(answers).toMatchObject([
    { kind: 'invalid', message: expect.stringMatching(/larger than 50 MB/) as string },
    { kind: 'invalid', message: 'The file is not there any more.' },
    { kind: 'invalid', message: 'This is a folder. Choose a file.' },
    { kind: 'invalid', field: 'file' },
  ]);
  // Something that is no table has no column we know.
  expect(await imported(at, picture)).toMatchObject({ creates: 0, job: null });
  expect((await imported(at, picture)).errors).not.toEqual([]);

  at.file.save = path.join(folder, 'missing', 'out.csv');
  const work = at.exchange.exportTable({ what: 'users', format: 'csv', ...everything });
  expect(await faultOf(work)).toEqual({ kind: 'file', reason: 'unwritable', file: 'out.csv' });
});

test('what stood in a file stays until the new one is whole', async () => {
  const at = await desktop(await service());
  const folder = path.join(temporaryFolder(), 'locked');
  mkdirSync(folder);
  // A folder of that name cannot be replaced by a file, whoever writes.
  at.file.save = path.join(folder, 'out.csv');
  mkdirSync(at.file.save);
  const work = at.exchange.exportTable({ what: 'users', format: 'csv', ...everything });
  expect(await faultOf(work)).toMatchObject({ kind: 'file', reason: 'unwritable' });
  expect(readdirSync(folder)).toEqual(['out.csv']);
});

test('warns ahead of expiry once per device and threshold, also after a restart', async () => {
  const running = await service();
  const today = dayInZone(running.control.now(), 'Europe/Paris');
  const soon = (id: string, days: number) =>
    running.control.addDevice({
      id,
      name: `Van ${id}`,
      limits: {
        expires: true,
        expirationDate: plusDays(today, days),
        dailyEmailLimit: null,
        dailySmsLimit: null,
      },
    });
  await soon('a', 1);
  await soon('b', 6);
  await soon('c', 90);
  const at = await desktop(running);
  const said = () => at.notices.map(({ title, body }) => `${title}: ${body}`).join('\n');
  expect(at.notices).toHaveLength(1);
  expect(said()).toMatch(/Van a \(tomorrow\)/);
  expect(said()).not.toMatch(/Van c/);
  await at.account.refreshNow();
  expect(at.notices).toHaveLength(1);
  const again = await at.restart();
  await listed(again);
  await again.account.refreshNow();
  expect(again.notices).toEqual([]);
  await soon('d', 7);
  await again.account.refreshNow();
  expect(again.notices).toEqual([
    {
      title: 'Van d expires in 7 days',
      body: `On ${plusDays(today, 7)}. Renew it before then, or its licence is released.`,
    },
  ]);
});

test('a job shows its progress while it runs', async () => {
  const running = await service();
  const at = await desktop(running);
  running.control.setFaults({ path: '/api/users', latencyMs: 20 });
  const { jobs } = at.account;
  const { id } = jobs.plan('People', 'user', people(30));
  jobs.start(id);
  const half = await untilJob(at, id, ({ counts }) => counts.done >= 10);
  expect(half.counts.done + half.counts.running + half.counts.waiting).toBe(30);
  await untilDone(at, id);
});

test('a file that was still being read when the account was left plans nothing', async () => {
  const at = await desktop(await service());
  const file = path.join(temporaryFolder(), 'people.csv');
  writeFileSync(file, csvOfPeople(3));
  at.file.open = file;
  at.network.send = async (...call) => {
    if (new Request(call[0]).url.endsWith('/countries')) await at.quit();
    return fetch(...call);
  };
  expect((await faultOf(at.exchange.openImport({ what: 'users' }))).kind).toBe('notFound');
});
