import { english, inEnglish } from '../../test/support/english';
import { describe, expect, test } from 'vitest';
import { noChoices, type ImportChoices, type ImportKind } from '#shared/ipc/exchange';
import { account, context, user } from './account.test-support';
import { planFileImport, type ImportContext } from './import';
import { writeTable } from './table-file';
import { importTemplate } from './templates';
import { usersTable } from './users-table';

async function mapped(
  kind: ImportKind,
  lines: readonly string[],
  given: Partial<ImportContext> = {},
  choices: Partial<ImportChoices> = {},
) {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const plan = inEnglish(
    await planFileImport(kind, bytes, { ...account, ...given }, { ...noChoices, ...choices }),
  );
  const columns = Object.fromEntries(
    plan.fields.flatMap((field) => (field.by === null ? [] : [[field.key, field.columns]])),
  );
  return { ...plan, columns };
}

describe('columns of users are found by headings of other programs', () => {
  test.each([
    ['Full name,E-Mail address,Valid to', { name: [0], email: [1], expiresAt: [2] }],
    ['Nombre,Apellidos,Correo electrónico,País', { name: [0, 1], email: [2], country: [3] }],
    ['Nombre completo,Correo,Válido hasta', { name: [0], email: [1], expiresAt: [2] }],
    ['Nome completo,E-mail,Fuso horário,Válido até', { name: [0], timeZone: [2], expiresAt: [3] }],
    ['Nom,Prénom,Courriel,Pays', { name: [1, 0], email: [2], country: [3] }],
    ['Vorname,Nachname,E-Mail-Adresse,Gültig bis', { name: [0, 1], email: [2], expiresAt: [3] }],
    ['NACHNAME;Vorname;Mail;Land', { name: [1, 0], email: [2], country: [3] }],
    ['Cognome,Nome,Posta elettronica,Scadenza', { name: [1, 0], email: [2], expiresAt: [3] }],
    ['الاسم الكامل,البريد الإلكتروني,البلد', { name: [0], email: [1], country: [2] }],
    ['שם מלא,דוא"ל,מדינה', { name: [0], email: [1], country: [2] }],
    ['Imię,Nazwisko,Adres e-mail,Kraj,Ważny do', { name: [0, 1], email: [2], expiresAt: [4] }],
    ['Фамилия,Имя,Электронная почта,Страна', { name: [1, 0], email: [2], country: [3] }],
    ['Driver (full name),Work e-mail,Home country', { name: [0], email: [1], country: [2] }],
  ])('%s', async (header, expected) => {
    const separator = header.includes(';') ? ';' : ',';
    const row = header.split(separator).map(() => '');
    const { columns } = await mapped('users', [header, row.join(separator), 'x']);
    expect(columns).toMatchObject(expected);
  });
});

test('a full name beside a first name is not joined with it', async () => {
  const both = await mapped('users', ['Vorname,Name,E-Mail', 'Ana,Ana Ruiz,ana@x.example']);
  expect(both.columns).toMatchObject({ name: [1] });
  const parts = await mapped('users', ['Vorname,Name,E-Mail', 'Ana,Ruiz,ana@x.example']);
  expect(parts.columns).toMatchObject({ name: [0, 1] });
});

test('columns are found by their content if no heading tells', async () => {
  const users = await mapped('users', [
    'A,B,C,D,E',
    'Ana Ruiz,x,ana@x.example,Spain,Europe/Madrid',
    'Ben Álvarez Gil,y,ben@x.example,ES,Europe/Lisbon',
  ]);
  expect(users.columns).toEqual({ name: [0], email: [2], country: [3], timeZone: [4] });
  expect(users.unknownColumns).toEqual(['B']);
  const members = await mapped('membership', ['Wagen,Wo', 'Van 1,north', 'van 2,South']);
  expect(members.columns).toEqual({ device: [0], group: [1] });
});

test('a heading that says e-mail is not believed if its texts are none', async () => {
  const { columns } = await mapped('users', ['E-mail sent,Address', 'yes,ana@x.example']);
  expect(columns).toMatchObject({ email: [1] });
});

test('templates and exports need no guess, and other columns of an export stay ignored', async () => {
  for (const kind of ['users', 'groups', 'membership'] as const) {
    const bytes = writeTable(importTemplate(kind, english), 'csv');
    const { fields } = inEnglish(await planFileImport(kind, bytes, account));
    expect(new Set(fields.map(({ by }) => by))).toEqual(new Set(['title']));
  }
  const text = new TextDecoder().decode(writeTable(usersTable([user], context), 'csv'));
  const lines = text.trimEnd().split('\r\n');
  const header = lines.findIndex((line) => line.startsWith('User id'));
  const withNotes = lines.map((line, i) =>
    i < header ? line : `${line},${i > header ? 'new' : 'Notes'}`,
  );
  const plan = await mapped('users', withNotes);
  expect(plan).toMatchObject({ unknownColumns: ['Notes'], unchanged: 1, steps: [], errors: [] });
});

test('a field that new users need and that has no column is asked for once, not in each row', async () => {
  const lines = ['Full name,E-Mail address', 'Eva Sol,eva@x.example', 'Ivo Sol,ivo@x.example'];
  const asked = await mapped('users', lines);
  expect(asked.errors).toEqual([
    {
      row: 1,
      column: 'Country',
      columnIndex: null,
      message: 'New users need this. Choose its column, or one value for all new users.',
    },
    expect.objectContaining({ column: 'Time zone' }),
  ]);
  expect(asked.fields.flatMap(({ key, isMissing }) => (isMissing ? key : []))).toEqual([
    'country',
    'timeZone',
  ]);
  expect(asked.steps).toEqual([]);
  const accountTimeZone = 'Europe/Madrid';
  const chosen = await mapped(
    'users',
    lines,
    { accountTimeZone },
    { values: { country: 'Spain', timeZone: accountTimeZone } },
  );
  expect(chosen.errors).toEqual([]);
  expect(chosen.steps.map(({ step }) => step)).toMatchObject([
    { edit: { name: 'Eva Sol', country: 'ES', timeZone: 'Europe/Madrid' } },
    { edit: { name: 'Ivo Sol', country: 'ES', timeZone: 'Europe/Madrid' } },
  ]);
});

test('a value of all new users does not change users who exist', async () => {
  const lines = ['User id,Name', 'usr-1,Ana'];
  const { steps } = await mapped('users', lines, {}, { values: { country: 'PT' } });
  expect(steps.map(({ step }) => step)).toEqual([
    { kind: 'user', action: 'change', id: 'usr-1', edit: { name: 'Ana' } },
  ]);
});

test('what the user accepted for a heading is used without a guess, also that it is ignored', async () => {
  const lines = ['Who,Correo,Notes', 'Eva,eva@x.example,call', 'Ivo,ivo@x.example,visit'];
  const remembered = {
    headings: { who: 'name', correo: 'email', notes: '' },
    values: { country: 'ES', timeZone: 'Europe/Madrid' },
  };
  const { columns, fields, unknownColumns, steps } = await mapped('users', lines, { remembered });
  expect(columns).toEqual({ name: [0], email: [1] });
  expect(fields.flatMap(({ by }) => by ?? [])).toEqual(['remembered', 'remembered']);
  expect(unknownColumns).toEqual(['Notes']);
  expect(steps).toHaveLength(2);
});

test('of two columns with one title the chosen one counts', async () => {
  const lines = ['Name,Name', 'East,West'];
  expect((await mapped('groups', lines)).errors).toMatchObject([{ row: 1, columnIndex: 1 }]);
  const { steps } = await mapped('groups', lines, {}, { columns: { name: [1] } });
  expect(steps.map(({ label }) => label)).toEqual(['West']);
});

test('countries and switches are read in the words of several languages', async () => {
  const countries = { ES: 'Spain', DE: 'Germany', GB: 'United Kingdom', US: 'United States' };
  const timeZones = {
    'Europe/Madrid': 'Central European Time',
    'Europe/Paris': 'Central European Time',
  };
  const names = [
    'Deutschland',
    'alemania',
    'Niemcy',
    'ألمانيا',
    'גרמניה',
    'Германия',
    'UK',
    'España',
    'espana',
  ];
  const switches = ['ja', 'Sí', 'oui', 'tak', 'نعم', 'כן', 'Да', 'nein', 'não'];
  const rows = names.map(
    (country, i) => `P${i},p${i}@x.example,${country},Europe/Madrid,${switches[i]}`,
  );
  const { steps, errors } = await mapped(
    'users',
    ['Name,E-mail,Country,Time zone,Disabled', ...rows],
    {
      countries,
      timeZones,
    },
  );
  expect(errors).toEqual([]);
  expect(
    steps.map(
      ({ step }) =>
        'edit' in step && 'country' in step.edit && [step.edit.country, step.edit.disabled],
    ),
  ).toEqual([
    ['DE', true],
    ['DE', true],
    ['DE', true],
    ['DE', true],
    ['DE', true],
    ['DE', true],
    ['GB', true],
    ['ES', false],
    ['ES', false],
  ]);
  const vague = await mapped(
    'users',
    ['Name,E-mail,Country,Time zone', 'Eva,eva@x.example,ES,Central European Time'],
    { countries, timeZones },
  );
  expect(vague.errors.map(({ message }) => message)).toEqual([
    '“Central European Time” is the name of 2, such as Europe/Madrid and Europe/Paris. Write it like Europe/Madrid.',
  ]);
});

test('a list of devices becomes members of one group that is chosen for all rows', async () => {
  const { steps, errors } = await mapped(
    'membership',
    ['Fahrzeug', 'Van 1', 'd3'],
    {},
    { values: { group: 'South' } },
  );
  expect(errors).toEqual([]);
  expect(steps.map(({ step }) => step)).toEqual([
    { kind: 'group', action: 'change', id: 'grp-2', edit: { deviceIds: ['d1', 'd3'] } },
  ]);
});
