import { createTranslate, message, type Message, type PlainKey } from '#shared/i18n/translate';
import { createGroupReference } from '#shared/domain/access';
import { changesOf, missingFields, onlyChanges } from '#shared/domain/change';
import { userEditSchema, type UserEdit } from '#shared/domain/edit';
import type { FieldKind, FieldTable } from '#shared/domain/field';
import { emailKey, withoutUnseen } from '#shared/domain/text';
import {
  isEmailAddress,
  userFields,
  userLabel,
  userSystemFields,
  validityProblem,
  type User,
  exactDay,
  isValidityField,
} from '#shared/domain/user';
import { isClear } from './cell-text';
import {
  addRow,
  currentOf,
  problemOf,
  readEdit,
  type ImportRow,
  type PlannedRows,
} from './import-row';
import { withOriginals } from './known-cell';
import { Lookup, pointed, countryList, zoneList, type NamedList } from './lookup';
import {
  column,
  tableOf,
  writtenOnly,
  type Cell,
  type CellKind,
  type ColumnOf,
  type ExportContext,
  type FileColumn,
  type Table,
} from './table';

type UserField = Exclude<keyof UserEdit, 'password'> | keyof typeof userSystemFields;

const cellKinds: Record<Exclude<FieldKind, 'secret'>, CellKind> = {
  text: 'text',
  switch: 'boolean',
  count: 'number',
  moment: 'moment',
  day: 'day',
  set: 'list',
  map: 'map',
};

/** Column titles that differ from the name of the field. */
const fileTitles: Partial<Record<UserField, PlainKey>> = {
  disabledMessage: 'columns.disabledMessage',
  group: 'columns.group',
  deviceId: 'columns.device',
  modifiedAt: 'columns.changed',
};

/** `zone`: the account's, for the days of a validity. */
const columnsOf = (fields: FieldTable, zone: string): ColumnOf<User>[] =>
  Object.entries(fields).flatMap(([field, { kind, name }]) => {
    if (kind === 'secret') return [];
    const key = field as UserField;
    return column(key, fileTitles[key] ?? name, cellKinds[kind], (user): Cell => {
      // A moment that the service sends as a day is written as that day.
      const value = user.gaps?.days?.[key] ?? user[key];
      return isValidityField(key) && typeof value === 'number' ? exactDay(key, value, zone) : value;
    });
  });

const editableColumns = (zone: string) => columnsOf(userFields, zone);
const userColumns = (zone: string): readonly ColumnOf<User>[] => [
  column('id', 'columns.userId', 'text', ({ id }) => id),
  ...editableColumns(zone),
  ...writtenOnly(...columnsOf(userSystemFields, zone)),
];

/** Import only: not shown in exports, template examples or plans. */
const passwordColumn: FileColumn = {
  key: 'password',
  title: message(userFields.password.name),
  kind: 'text',
};

export const userImportColumns: readonly FileColumn[] = [...userColumns('UTC'), passwordColumn];

export function usersTable(users: readonly User[], context: ExportContext): Table {
  const columns = userColumns(context.accountTimeZone ?? context.timeZone);
  const t = createTranslate(context.language);
  const all = withOriginals(t, 'user', columns, users);
  return tableOf('exchange-files.table.users', all, users, context);
}

/** The data that an import of users is checked against: the lists as last read. */
export interface UserImportContext {
  users: readonly User[];
  groups: readonly { id: string; name: string | null }[];
  /** False: the service never sent the list of groups. */
  areGroupsKnown?: boolean;
  devices: readonly { id: string; name: string | null }[];
  /** Two-letter code to name; null if the list is not available: then no value is refused. */
  countries: Readonly<Record<string, string>> | null;
  timeZones: Readonly<Record<string, string>> | null;
  /** The account's zone: for days, and for timestamps without an offset. */
  timeZone: string;
}

interface PlannedRow {
  row: ImportRow;
  current: User | null;
  edit: UserEdit;
}

/**
 * Plans an import of users. A row with an id changes that user, a row without one creates a user.
 * An empty cell leaves a field unchanged, `<clear>` empties it.
 */
export function planUserImport(
  rows: readonly ImportRow[],
  context: UserImportContext,
): PlannedRows {
  const users = new Map(context.users.map((user) => [user.id, user]));
  const ids = new Lookup(context.users.map(({ id }) => ({ id, name: null })));
  const reader = {
    columns: editableColumns(context.timeZone),
    fields: userFields,
    schemas: userEditSchema.shape,
    timeZone: context.timeZone,
    resolve: createResolve(context),
  };
  const seen = new Map<string, number>();
  const planned = rows.map((row): PlannedRow => {
    const find = (id: string) => users.get(ids.byId(id)?.id ?? '') ?? null;
    const current = currentOf(row, 'user', find, seen);
    const edit = { ...readEdit(row, current, reader), ...passwordOf(row) };
    return { row, current, edit: onlyChanges('user', current, edit as UserEdit) };
  });
  refuseSameEmails(planned, context.users);
  for (const each of planned) refuseImpossible(each);
  const plan: PlannedRows = { steps: [], errors: [], unchanged: 0 };
  for (const { row, current, edit } of planned) {
    addRow(plan, row, current, edit, () => ({
      label: userLabel({ id: '', name: null, email: null, ...current, ...edit }),
      step: current
        ? { kind: 'user', action: 'change', id: current.id, edit }
        : { kind: 'user', action: 'create', edit },
      changes: changesOf('user', current, edit),
    }));
  }
  return plan;
}

function passwordOf(row: ImportRow): { password?: string } {
  const password = row.cell('password');
  if (password === null) return {};
  const checked = userEditSchema.shape.password.safeParse(password);
  if (isClear(password)) row.refuse('password', message('exchange-files.problem.password'));
  else if (!checked.success) row.refuse('password', problemOf(checked.error));
  else return { password };
  return {};
}

/** Finds what the texts of some fields mean. The value is unspecified after an error. */
function createResolve(context: UserImportContext) {
  const groups = new Lookup(context.groups);
  const devices = new Lookup(context.devices);
  const groupReference = createGroupReference(context.users, context.groups);
  const countries = isThere(context.countries) ? countryList(context.countries) : null;
  const timeZones = isThere(context.timeZones) ? zoneList(context.timeZones) : null;
  return (row: ImportRow, field: string, value: unknown, current: User | null): unknown => {
    if (typeof value !== 'string') return value;
    switch (field) {
      case 'email': {
        const email = withoutUnseen(value);
        if (!isEmailAddress(email)) row.refuse(field, message('exchange-files.problem.email'));
        return email;
      }
      case 'country':
        return named(row, field, value, countries, countryProblems);
      case 'timeZone':
        return named(row, field, value, timeZones, zoneProblems);
      case 'group': {
        if (context.areGroupsKnown === false) {
          return row.refuse(field, message('exchange-files.problem.groupsNotLoaded'));
        }
        const group = pointed(row, field, value, groups, 'group');
        return group && groupReference(group, current?.group ?? null);
      }
      case 'deviceId':
        return pointed(row, field, value, devices, 'device')?.id;
      default:
        return value;
    }
  };
}

const isThere = (
  list: Readonly<Record<string, string>> | null,
): list is Readonly<Record<string, string>> => list !== null && Object.keys(list).length > 0;

const countryProblems = {
  unknown: 'exchange-files.problem.unknownCountry',
  several: 'exchange-files.problem.severalCountries',
} as const;
const zoneProblems = {
  unknown: 'exchange-files.problem.unknownZone',
  several: 'exchange-files.problem.severalZones',
} as const;

/** The code of a country or zone; if there is none or several, the row is refused. */
function named(
  row: ImportRow,
  field: string,
  text: string,
  list: NamedList | null,
  problems: typeof countryProblems | typeof zoneProblems,
): string {
  if (!list) return text.trim();
  const code = list.find(text);
  if (code !== null) return code;
  const several = list.several(text);
  row.refuse(
    field,
    several.length > 0
      ? message(problems.several, {
          text: text.trim(),
          count: several.length,
          first: several[0]!,
          second: several[1]!,
        })
      : message(problems.unknown, { text: text.trim() }),
  );
  return text;
}

/** An e-mail address belongs to one user, counting the account with the planned changes. */
function refuseSameEmails(planned: readonly PlannedRow[], users: readonly User[]): void {
  const keyOf = (email: string | null | undefined) => emailKey(email ?? '') || null;
  const changed = new Set(planned.flatMap(({ current }) => (current ? [current.id] : [])));
  const owners = new Map<string, { id: string | null; row: number | null }>();
  for (const user of users) {
    const key = keyOf(user.email);
    if (key !== null && !changed.has(user.id)) owners.set(key, { id: user.id, row: null });
  }
  // Rows that keep their address come first, so the error is reported for the row that takes it
  // over.
  const keeps = ({ current, edit }: PlannedRow) => current !== null && edit.email === undefined;
  for (const each of [...planned.filter(keeps), ...planned.filter((one) => !keeps(one))]) {
    const { row, current, edit } = each;
    const key = keyOf(edit.email === undefined ? current?.email : edit.email);
    if (key === null) continue;
    const owner = owners.get(key);
    if (!owner) owners.set(key, { id: current?.id ?? null, row: row.number });
    else if (!keeps(each)) row.refuse('email', sameEmail(owner, current));
  }
}

function sameEmail(
  { id, row }: { id: string | null; row: number | null },
  current: User | null,
): Message {
  if (id === null) return message('exchange-files.problem.emailInRow', { row: String(row) });
  const isNew = current === null;
  return isNew
    ? message('exchange-files.problem.emailOfUserForNew', { id })
    : message('exchange-files.problem.emailOfUser', { id });
}

function refuseImpossible({ row, current, edit }: PlannedRow): void {
  if (!current && row.cell('id') === null) {
    for (const field of missingFields('user', edit, true).filter((each) => !row.isRefused(each))) {
      row.refuse(field, message('exchange-files.problem.newUserNeeds'));
    }
  }
  const isTouched = edit.validFrom !== undefined || edit.expiresAt !== undefined;
  const problem = isTouched ? validityProblem({ ...current, ...edit }) : null;
  if (problem) row.refuse('expiresAt', problem);
}
