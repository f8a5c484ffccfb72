import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, assert, describe, expect, test } from 'vitest';
import { changeText, validityText } from '#lib/field-values';
import { createFormat } from '#lib/format';
import { valueOf } from '../../shared/domain/known';
import {
  type User,
  knownValidity,
  validityFields,
  validityMoment,
  type ValidityField,
} from '../../shared/domain/user';
import { newUserEdit, rowsOf, untilDone } from '../support/jobs';
import { startMain, type MainProcess } from '../support/main-process';
import { bearer } from '../support/records';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';
import { english, format } from '../support/english';

// One day, typed in a form, changed in bulk and imported, is the same everywhere that it is shown.

afterEach(cleanUp);

const everything = { ids: null, filter: '' };
const member = { validFrom: 'from', expiresAt: 'expires' };

function userAt(main: MainProcess, index: number): User {
  const { email } = newUserEdit(index);
  const user = main.account.users.current().items.find((each) => each.email === email);
  assert(user, `no user ${index}`);
  return user;
}

async function exported(main: MainProcess, what: 'users' | 'journal'): Promise<string> {
  main.file.save = path.join(temporaryFolder(), `${what}.csv`);
  await main.exchange.exportTable({ what, format: 'csv', ...everything });
  return readFileSync(main.file.save, 'utf8').replace('\uFEFF', '');
}

/** The day of a user in each of the lists and details, and in what is exported. */
async function shownDays(main: MainProcess, index: number, field: ValidityField, zone: string) {
  const user = userAt(main, index);
  const end = valueOf(knownValidity(user, field, zone));
  const [header, ...lines] = (await exported(main, 'users'))
    .split('\r\n')
    .filter((line) => !/^"?#/.test(line))
    .map((line) => line.split(','));
  const title = { validFrom: 'Valid from', expiresAt: 'Valid until' }[field];
  const line = lines.find((cells) => cells.includes(user.email!));
  return {
    text: end && validityText(field, end, zone, format),
    cell: line?.[header!.indexOf(title)],
  };
}

describe.each([
  ['America/Bogota', ['2027-02-26', '2027-12-31']],
  // Days of 23 and 25 hours.
  ['Europe/Berlin', ['2027-02-26', '2027-03-28', '2027-10-31']],
  ['Pacific/Auckland', ['2027-02-26', '2027-04-04', '2027-09-26']],
] as const)('in %s', (zone, days) => {
  test.each(days)('%s is one day everywhere', async (day) => {
    const running = await startTestService({ timeZone: zone });
    // Times are shown in another zone than the account's.
    const main = await startMain(running, { timeZone: 'utc' });
    const { account } = main;
    const format = createFormat({
      language: english,
      timeZone: 'UTC',
      accountTimeZone: account.facts().accountTimeZone!,
      serviceSpeedUnit: 'm/s',
      speedUnit: 'km/h',
    });
    const creation = account.jobs.plan(
      'Create',
      'user',
      [0, 1, 2].map((index) => ({ kind: 'user', action: 'create', edit: newUserEdit(index) })),
    );
    account.jobs.start(creation.id);
    await untilDone(main, creation.id);
    const headers = await bearer(running);
    const stored = async (index: number) => {
      const answer = await fetch(`${running.url}/api/users/${userAt(main, index).id}`, { headers });
      const json = (await answer.json()) as { user?: Record<string, string> };
      return (json.user ?? json) as Record<string, string>;
    };

    for (const field of validityFields) {
      const at = validityMoment(field, day, zone);
      // The form.
      await account.records.execute({
        kind: 'user',
        action: 'change',
        base: userAt(main, 0),
        edit: { [field]: at },
      });
      // A bulk change.
      const bulk = account.jobs.plan('Bulk', 'user', [
        { kind: 'user', action: 'change', id: userAt(main, 1).id, edit: { [field]: at } },
      ]);
      account.jobs.start(bulk.id);
      await untilDone(main, bulk.id);
      // An import.
      const file = path.join(temporaryFolder(), 'people.csv');
      writeFileSync(file, `User id,${field}\r\n${userAt(main, 2).id},${day}`);
      main.file.open = file;
      const preview = await main.exchange.openImport({ what: 'users' });
      expect(preview?.errors).toEqual([]);
      account.jobs.start(preview!.job!.id);
      await untilDone(main, preview!.job!.id);

      const text = format.calendarDay(day);
      for (const index of [0, 1, 2]) {
        expect(Date.parse((await stored(index))[member[field]]!)).toBe(at);
        expect(await shownDays(main, index, field, zone)).toEqual({ text, cell: day });
      }
      // The plan of the bulk change and of the import, and the journal.
      for (const id of [bulk.id, preview!.job!.id]) {
        const [change] = rowsOf(main, id)[0]!.changes;
        expect(changeText('user', change!, format).after).toBe(text);
      }
      const { entries } = account.records.journal.list({ from: 0, limit: 3 });
      for (const { changes } of entries) {
        expect(changeText('user', changes[0]!, format).after).toBe(text);
      }
      const lines = (await exported(main, 'journal')).split('\r\n');
      expect(
        lines.filter((line) => line.includes(field) && line.includes(`,${day},`)),
      ).toHaveLength(3);
    }

    // What is exported can be imported again.
    main.file.save = path.join(temporaryFolder(), 'all.xlsx');
    await main.exchange.exportTable({ what: 'users', format: 'xlsx', ...everything });
    main.file.open = main.file.save;
    expect(await main.exchange.openImport({ what: 'users' })).toMatchObject({
      errors: [],
      changes: 0,
      creates: 0,
    });
  });
});

test.each(['America/Bogota', 'Europe/Berlin', 'Pacific/Auckland'])(
  'a user of whom the service says that it ends in year 9999 has no expiry in %s',
  async (zone) => {
    const running = await startTestService({ timeZone: zone });
    const headers = { ...(await bearer(running)), 'content-type': 'application/json' };
    const expires = '9999-12-31T23:59:59Z';
    const created = await fetch(`${running.url}/api/users`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...newUserEdit(0), expires }),
    });
    expect(created.status).toBeLessThan(300);
    const main = await startMain(running);
    const user = userAt(main, 0);
    expect(knownValidity(user, 'expiresAt', zone)).toMatchObject({ is: 'value', value: null });

    // The form saves another field and leaves the date as the service has it.
    const edit = { description: 'Dispatcher' };
    const saved = await main.account.records.execute({
      kind: 'user',
      action: 'change',
      base: user,
      edit,
    });
    expect(saved).toMatchObject({ status: 'saved' });
    const answer = await fetch(`${running.url}/api/users/${user.id}`, { headers });
    expect(JSON.stringify(await answer.json())).toContain(expires);

    for (const format of ['csv', 'xlsx'] as const) {
      main.file.save = path.join(temporaryFolder(), `users.${format}`);
      await main.exchange.exportTable({ what: 'users', format, ...everything });
      main.file.open = main.file.save;
      expect(await main.exchange.openImport({ what: 'users' })).toMatchObject({
        errors: [],
        changes: 0,
        creates: 0,
      });
    }
    expect(await exported(main, 'users')).toContain(',9999-12-31,');
    // The last day of the calendar is sent to no service: in some zones it ends in year 10000.
    expect(validityMoment('expiresAt', '9999-12-31', zone)).toBeNull();
  },
);
