import { allLanguages, inEnglish } from '../../test/support/english';
import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/i18n/languages';
import { tableFormats, type ImportKind, type TableFormat } from '#shared/ipc/exchange';
import { startOfDayInZone } from '#shared/domain/calendar';
import type { User } from '#shared/domain/user';
import { account, context, group, other, user } from './account.test-support';
import { parseBoolean } from './cell-text';
import { devicesTable } from './device-files';
import { groupsTable } from './groups-table';
import { planFileImport } from './import';
import { wrongRowsTable } from './import-summary';
import { journalTable } from './journal-table';
import { membershipTable } from './membership-table';
import { columnName, type Table } from './table';
import { readTable, writeTable } from './table-file';
import { importTemplate } from './templates';
import { joinedPieces } from './pieces';
import { fixesTable, journeyTable } from './tracks/device-tracks';
import { readTracks } from './tracks/read-tracks';
import { writeTracks } from './tracks/write-tracks';
import { emptyTrack } from '#shared/history/track';
import { usersTable } from './users-table';
import { defaultTripRules } from '#shared/domain/history';

const zone = account.timeZone;
const ana: User = {
  ...user,
  disabled: true,
  disabledMessage: 'no',
  adminDevices: 1200,
  validFrom: startOfDayInZone('2030-01-31', zone),
  expiresAt: startOfDayInZone('2031-12-25', zone) + 3_600_000,
  description: '1,5; 2.5',
  group: group.id,
};
const users = [ana, { ...other, disabled: false, deviceId: 'd1', tags: {} }];
const given = { ...account, users };

const exportsIn = (language: Language): Record<ImportKind, Table> => {
  const written = { ...context, language, timeZone: zone };
  return {
    users: usersTable(users, written),
    groups: groupsTable(account.groups, written),
    membership: membershipTable(account.groups, account.devices, written),
  };
};
const kinds = ['users', 'groups', 'membership'] as const;
const pairs = allLanguages.flatMap((from) => allLanguages.map((to) => ({ from, to })));

const importOf = async (kind: ImportKind, table: Table, format: TableFormat) =>
  planFileImport(kind, writeTable(table, format), given);

describe.each(pairs)('a file exported in $from.tag, imported in $to.tag', ({ from, to }) => {
  test.each(tableFormats)('changes nothing as %s', async (format) => {
    for (const kind of kinds) {
      const { steps, errors, unknownColumns, rows, unchanged } = inEnglish(
        await importOf(kind, exportsIn(from)[kind], format),
      );
      expect({ kind, steps, errors, unknownColumns }).toEqual({
        kind,
        steps: [],
        errors: [],
        unknownColumns: [],
      });
      expect(unchanged).toBe(rows);
    }
  });

  test('and its rows with errors, written there, are read again', async () => {
    const table = exportsIn(from).users;
    const email = table.columns.findIndex(({ key }) => key === 'email');
    const rows = table.rows.map((cells, row) => cells.with(email, `nobody ${row}`));
    const plan = await importOf('users', { ...table, rows }, 'csv');
    expect(plan.errors).toHaveLength(rows.length);
    const again = await importOf('users', wrongRowsTable(plan, to), 'xlsx');
    const problems = (errors: typeof plan.errors) =>
      errors.map(({ column, message }) => ({ column, message }));
    expect(problems(again.errors)).toEqual(problems(plan.errors));
    expect(again.unknownColumns).toEqual([]);
  });
});

describe.each(allLanguages)('in $tag', (language) => {
  const { locale } = language;
  const written = { ...context, language, timeZone: zone };
  const units = { speedUnit: 'km/h', serviceSpeedUnit: 'km/h' } as const;

  test('no two columns of a table have the same title', () => {
    const tracks = { ...written, ...units, rules: defaultTripRules, nameTown: () => null };
    const tables = [
      ...Object.values(exportsIn(language)),
      ...kinds.map((kind) => importTemplate(kind, language)),
      devicesTable([], { ...written, ...units, noteOn: () => null }),
      journalTable([], written),
      fixesTable([], tracks),
      journeyTable([], tracks),
    ];
    for (const { name, columns } of tables) {
      const titles = columns.map(({ title }) => columnName(title));
      expect({ name, titles: [...new Set(titles)] }).toEqual({ name, titles });
    }
  });

  test('yes and no are read as they are written', () => {
    const { wording } = exportsIn(language).membership;
    expect([wording!.yes, wording!.no].map(parseBoolean)).toEqual([true, false]);
  });

  test('the example of a template is skipped, and its columns are those of the import', async () => {
    for (const kind of kinds) {
      const plan = await importOf(kind, importTemplate(kind, language), 'xlsx');
      expect({ rows: plan.rows, unknown: plan.unknownColumns }).toEqual({ rows: 0, unknown: [] });
      expect(plan.fields.filter(({ by }) => by !== 'title')).toEqual([]);
    }
  });

  test('a table that a spreadsheet saved in the notation of the language changes nothing', async () => {
    const { columns, rows } = exportsIn(language).users;
    const day = new Intl.DateTimeFormat(locale, {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone: 'UTC',
    });
    const isDay = /^\d{4}-\d{2}-\d{2}$/;
    const lines = rows.map((cells) =>
      cells.map((cell, index) => {
        if (typeof cell === 'string' && isDay.test(cell)) return day.format(Date.parse(cell));
        if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
        const { kind } = columns[index]!;
        return cell === null || kind === 'list' || kind === 'map' || kind === 'moment' ? '' : cell;
      }),
    );
    const quoted = (cell: unknown) => `"${String(cell).replaceAll('"', '""')}"`;
    const text = [columns.map(({ title }) => `\u200F${title}\u200F`), ...lines]
      .map((cells) => cells.map(quoted).join(';'))
      .join('\r\n');
    const plan = inEnglish(await planFileImport('users', Buffer.from(text), given));
    expect({ steps: plan.steps, errors: plan.errors, unknown: plan.unknownColumns }).toEqual({
      steps: [],
      errors: [],
      unknown: [],
    });
  });

  test('its tracks are read again with their times, places, speeds and courses', () => {
    const tracks = { ...written, ...units, rules: defaultTripRules, nameTown: () => null };
    const track = {
      ...emptyTrack(),
      count: 2,
      at: Float64Array.of(Date.UTC(2026, 5, 9, 8), Date.UTC(2026, 5, 9, 9)),
      latitude: Float64Array.of(40.5, 40.6),
      longitude: Float64Array.of(-3.5, -3.25),
      flags: new Uint8Array(2),
      measures: { speed: Float32Array.of(36, 72), course: Float32Array.of(90, 180) },
    };
    const devices = [{ deviceId: 'd1', label: 'شاحنة 1', track, journey: [] }];
    for (const speedUnit of ['km/h', 'kn'] as const) {
      const { pieces } = writeTracks('fixes', 'csv', devices, { ...tracks, speedUnit });
      const read = readTracks(joinedPieces(pieces), 'UTC');
      expect(read.tracks[0]!.points).toMatchObject([
        { at: track.at[0], latitude: 40.5, longitude: -3.5, course: 90 },
        { at: track.at[1], latitude: 40.6, longitude: -3.25, course: 180 },
      ]);
      const speeds = read.tracks[0]!.points.map((point) => point.metresPerSecond);
      expect(speeds[0]).toBeCloseTo(10, 1);
    }
  });

  test('a file names its language', async () => {
    const table = exportsIn(language).groups;
    const notes = new TextDecoder().decode(writeTable(table, 'csv')).split('\r\n');
    expect(notes.some((line) => line.includes(`(${language.tag})`))).toBe(true);
    const read = await readTable(writeTable(table, 'xlsx'));
    expect(read.header).toEqual(table.columns.map(({ title }) => title));
  });
});

test('digits of Arabic, and marks of direction around headings and values, are read', async () => {
  const rows = [
    ['\u200Fمعرّف المستخدم\u200F', '\u2068الاسم\u2069', 'الأجهزة المُدارة', 'صالح من'],
    ['\u200Eusr-1', '\u2067Ana Ruiz\u2069\u200F', '\u200F١٢٠٠', '٣١/٠١/٢٠٣٠'],
    ['usr-2', 'بن\u061C', '١٣', '٢٠٣٠-٠١-٣١'],
  ];
  const text = rows.map((cells) => cells.join(';')).join('\n');
  const plan = inEnglish(await planFileImport('users', Buffer.from(text), given));
  expect(plan.errors).toEqual([]);
  const validFrom = startOfDayInZone('2030-01-31', zone);
  expect(plan.steps.map(({ step }) => step)).toEqual([
    {
      kind: 'user',
      action: 'change',
      id: 'usr-2',
      edit: { name: 'بن', adminDevices: 13, validFrom },
    },
  ]);
  expect(plan.unchanged).toBe(1);
});
