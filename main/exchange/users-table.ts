import { createGroupReference, type GroupReference } from '#shared/domain/access';
import { changesOf, missingFields, onlyChanges } from '#shared/domain/change';
import { userEditSchema, type UserEdit } from '#shared/domain/edit';
import type { Field, FieldKind, FieldTable } from '#shared/domain/field';
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
import { cellToText, isClear } from './cell-text';
import {
  problemOf,
  type ImportRow,
  type PlannedRows,
  type PlannedStep,
  readField,
} from './import-row';
import { withOriginals } from './known-cell';
import { Lookup, pointed, countryList, zoneList, type NamedList } from './lookup';
import {
  tableOf,
  type Cell,
  type CellKind,
  type Column,
  type ColumnOf,
  type ExportContext,
  type Table,
} from './table';

type EditableField = Exclude<keyof UserEdit, 'password'>;
type UserField = EditableField | keyof typeof userSystemFields;

const cellKinds: Record<Exclude<FieldKind, 'secret'>, CellKind> = {
  text: 'text',
  switch: 'boolean',
  count: 'number',
  moment: 'moment',
  day: 'day',
  set: 'list',
  map: 'map',
};

/** Column titles that differ from the label of the field. Old files must stay readable. */
const fileTitles: Partial<Record<UserField, string>> = {
  disabledMessage: 'Disabled message',
  group: 'Group',
  deviceId: 'Device',
  modifiedAt: 'Changed',
};
const formerTitles: Partial<Record<UserField, string>> = { expiresAt: 'Expires' };

/** `zone`: the account's, for the days of a validity. */
function columnsOf<F extends UserField>(
  fields: FieldTable,
  zone: string,
): (ColumnOf<User> & { key: F })[] {
  return Object.entries(fields).flatMap(([name, { kind, label }]) => {
    if (kind === 'secret') return [];
    const key = name as F;
    const title = fileTitles[key] ?? label;
    const formerTitle = formerTitles[key];
    // A moment that the service sends as a day is written as that day.
    const of = (user: User): Cell => {
      const value = user.gaps?.days?.[key] ?? user[key];
      return isValidityField(key) && typeof value === 'number' ? exactDay(key, value, zone) : value;
    };
    return [{ key, title, kind: cellKinds[kind], of, ...(formerTitle && { formerTitle }) }];
  });
}

const idColumn: ColumnOf<User> = {
  key: 'id',
  title: 'User id',
  kind: 'text',
  of: ({ id }) => id,
};
const editableColumns = (zone: string) => columnsOf<EditableField>(userFields, zone);
const userColumns = (zone: string): readonly ColumnOf<User>[] => [
  idColumn,
  ...editableColumns(zone),
  ...columnsOf<keyof typeof userSystemFields>(userSystemFields, zone).map(
    (column): ColumnOf<User> => ({ ...column, isWrittenOnly: true }),
  ),
];

/** Import only: not shown in exports, template examples or plans. */
const passwordColumn: Column = { key: 'password', title: 'Password', kind: 'text' };

export const userImportColumns: readonly Column[] = [...userColumns('UTC'), passwordColumn];

export function usersTable(users: readonly User[], context: ExportContext): Table {
  const columns = userColumns(context.accountTimeZone ?? context.timeZone);
  return tableOf('Users', withOriginals('user', columns, users), users, context);
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
  const lookups: Lookups = {
    columns: editableColumns(context.timeZone),
    users: new Lookup(context.users.map(({ id }) => ({ id, name: null }))),
    groups: new Lookup(context.groups),
    devices: new Lookup(context.devices),
    groupReference: createGroupReference(context.users, context.groups),
    countries: isThere(context.countries) ? countryList(context.countries) : null,
    timeZones: isThere(context.timeZones) ? zoneList(context.timeZones) : null,
  };
  const seen = new Map<string, number>();
  const planned = rows.map((row): PlannedRow => {
    const idCell = row.cell('id');
    const id = idCell === null ? null : (lookups.users.byId(cellToText(idCell))?.id ?? null);
    const current = id === null ? null : (users.get(id) ?? null);
    if (idCell !== null && !current) {
      row.refuse('id', 'No user has this id. Correct it, or leave it empty to create a user.');
    }
    if (current) {
      const before = seen.get(current.id);
      if (before !== undefined) row.refuse('id', `Row ${before} is about the same user.`);
      else seen.set(current.id, row.number);
    }
    return { row, current, edit: editOf(row, current, context, lookups) };
  });
  refuseSameEmails(planned, context.users);
  for (const each of planned) refuseImpossible(each);
  const plan: PlannedRows = { steps: [], errors: [], unchanged: 0 };
  for (const { row, current, edit } of planned) {
    if (row.errors.length > 0) plan.errors.push(...row.errors);
    else if (current && Object.keys(edit).length === 0) plan.unchanged += 1;
    else plan.steps.push(stepOf(row, current, edit));
  }
  return plan;
}

const isThere = (
  list: Readonly<Record<string, string>> | null,
): list is Readonly<Record<string, string>> => list !== null && Object.keys(list).length > 0;

interface Lookups {
  columns: ReturnType<typeof editableColumns>;
  users: Lookup<{ id: string; name: null }>;
  groups: Lookup<{ id: string; name: string | null }>;
  devices: Lookup<{ id: string; name: string | null }>;
  groupReference: GroupReference;
  /** null: the lists are not available. */
  countries: NamedList | null;
  timeZones: NamedList | null;
}

function editOf(
  row: ImportRow,
  current: User | null,
  context: UserImportContext,
  lookups: Lookups,
): UserEdit {
  const edit: Record<string, unknown> = {};
  for (const column of lookups.columns) {
    const { kind, required }: Field = userFields[column.key];
    const input = readField(row, column, kind, current, context.timeZone);
    if (!input) continue;
    if (input.value === null && (required || kind === 'switch')) {
      row.refuse(column.key, kind === 'switch' ? 'Write yes or no.' : 'This cannot be emptied.');
      continue;
    }
    const value =
      input.value === null
        ? null
        : resolved(row, column.key, input.value, current, context, lookups);
    const checked = userEditSchema.shape[column.key].safeParse(value);
    if (checked.success) edit[column.key] = checked.data;
    else row.refuse(column.key, problemOf(checked.error));
  }
  const password = row.cell('password');
  if (password !== null) {
    if (isClear(password)) row.refuse('password', 'A password can be set, not taken away.');
    else {
      const checked = userEditSchema.shape.password.safeParse(password);
      if (checked.success) edit.password = password;
      else row.refuse('password', problemOf(checked.error));
    }
  }
  return onlyChanges('user', current, edit as UserEdit);
}

/** The value for the service; unspecified after an error. */
function resolved(
  row: ImportRow,
  field: EditableField,
  value: unknown,
  current: User | null,
  context: UserImportContext,
  lookups: Lookups,
): unknown {
  if (typeof value !== 'string') return value;
  if (field === 'email') {
    const email = withoutUnseen(value);
    if (!isEmailAddress(email)) row.refuse(field, 'This is no e-mail address.');
    return email;
  }
  if (field === 'country') {
    return named(row, field, value, lookups.countries, 'Write the two-letter code or the name.');
  }
  if (field === 'timeZone') {
    return named(row, field, value, lookups.timeZones, 'Write it like Europe/Madrid.');
  }
  if (field === 'group') {
    if (context.areGroupsKnown === false) {
      row.refuse(
        field,
        'The list of groups was not loaded: Waypost cannot tell which group this is.',
      );
      return undefined;
    }
    const group = pointed(row, field, value, lookups.groups, 'group');
    return group ? lookups.groupReference(group, current?.group ?? null) : undefined;
  }
  if (field === 'deviceId') return pointed(row, field, value, lookups.devices, 'device')?.id;
  return value;
}

/** The code of a country or zone; if there is none or several, the row is refused. */
function named(
  row: ImportRow,
  field: EditableField,
  text: string,
  list: NamedList | null,
  hint: string,
): string {
  if (!list) return text.trim();
  const code = list.find(text);
  if (code !== null) return code;
  const several = list.several(text);
  row.refuse(
    field,
    several.length > 0
      ? `“${text.trim()}” is the name of ${several.length}, such as ${several[0]} and ${several[1]}. ${hint}`
      : `The service does not know “${text.trim()}”. ${hint}`,
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

function sameEmail(owner: { id: string | null; row: number | null }, current: User | null): string {
  if (owner.id === null) return `Row ${owner.row} has the same e-mail address.`;
  if (current) return `The user ${owner.id} has this e-mail address already.`;
  return `A user has this e-mail address already. To change that user, write the id ${owner.id}.`;
}

function refuseImpossible({ row, current, edit }: PlannedRow): void {
  if (!current && row.cell('id') === null) {
    for (const field of missingFields('user', edit, true).filter((each) => !row.isRefused(each))) {
      row.refuse(field, 'A new user needs this.');
    }
  }
  const isTouched = edit.validFrom !== undefined || edit.expiresAt !== undefined;
  const problem = isTouched ? validityProblem({ ...current, ...edit }) : null;
  if (problem) row.refuse('expiresAt', problem);
}

function stepOf(row: ImportRow, current: User | null, edit: UserEdit): PlannedStep {
  return {
    row: row.number,
    label: userLabel({ id: '', name: null, email: null, ...current, ...edit }),
    step: current
      ? { kind: 'user', action: 'change', id: current.id, edit }
      : { kind: 'user', action: 'create', edit },
    changes: changesOf('user', current, edit),
  };
}
