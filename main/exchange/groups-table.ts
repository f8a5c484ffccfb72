import { createTranslate, message } from '#shared/i18n/translate';
import { textKey } from '#shared/domain/text';
import { changesOf, missingFields, onlyChanges } from '#shared/domain/change';
import { groupEditSchema, type GroupEdit } from '#shared/domain/edit';
import { groupFields, type Group } from '#shared/domain/group';
import { addRow, currentOf, readEdit, type ImportRow, type PlannedRows } from './import-row';
import { Lookup } from './lookup';
import { countOfMembers, withOriginals } from './known-cell';
import {
  column,
  tableOf,
  writtenOnly,
  type ColumnOf,
  type ExportContext,
  type Table,
} from './table';

const editable: readonly ColumnOf<Group>[] = [
  column('name', 'fields.group.name', 'text', ({ name }) => name),
  column('description', 'fields.group.description', 'text', ({ description }) => description),
];

/**
 * A group without its members, which have a table of their own: ten thousand ids exceed the size of
 * a spreadsheet cell, and the truncated ids would be imported as removed members.
 */
export const groupColumns: readonly ColumnOf<Group>[] = [
  column('id', 'columns.groupId', 'text', ({ id }) => id),
  ...editable,
  ...writtenOnly<Group>(
    column('deviceCount', 'columns.deviceCount', 'number', (group) =>
      countOfMembers(group, 'deviceIds', group.deviceIds),
    ),
    column('createdAt', 'fields.group.createdAt', 'moment', (group) =>
      dayOrTime(group, 'createdAt'),
    ),
    column('modifiedAt', 'columns.changed', 'moment', (group) => dayOrTime(group, 'modifiedAt')),
  ),
];

/** A moment that the service sends as a day is written as that day. */
function dayOrTime(group: Group, field: 'createdAt' | 'modifiedAt') {
  return group.gaps?.days?.[field] ?? group[field];
}

export function groupsTable(groups: readonly Group[], context: ExportContext): Table {
  const columns = withOriginals(createTranslate(context.language), 'group', groupColumns, groups);
  return tableOf('exchange-files.table.groups', columns, groups, context);
}

export interface GroupImportContext {
  groups: readonly Group[];
  timeZone: string;
}

/**
 * Plans an import of groups, by the same rules as users: with or without an id, empty cells,
 * `<clear>`.
 */
export function planGroupImport(
  rows: readonly ImportRow[],
  context: GroupImportContext,
): PlannedRows {
  const lookup = new Lookup(context.groups);
  const seen = new Map<string, number>();
  const newNames = new Map<string, number>();
  const plan: PlannedRows = { steps: [], errors: [], unchanged: 0 };
  for (const row of rows) {
    const current = currentOf(row, 'group', (id) => lookup.byId(id), seen);
    const read = readEdit(row, current, {
      columns: editable,
      fields: groupFields,
      schemas: groupEditSchema.shape,
      timeZone: context.timeZone,
    });
    const edit = onlyChanges('group', current, read as GroupEdit);
    if (row.cell('id') === null) refuseImpossible(row, edit, lookup, newNames);
    addRow(plan, row, current, edit, () => ({
      label: edit.name ?? current?.name ?? current?.id ?? '',
      step: current
        ? { kind: 'group', action: 'change', id: current.id, edit }
        : { kind: 'group', action: 'create', edit },
      changes: changesOf('group', current, edit),
    }));
  }
  return plan;
}

/** Groups with the same name could not be distinguished when members are imported. */
function refuseImpossible(
  row: ImportRow,
  edit: GroupEdit,
  lookup: Lookup<Group>,
  newNames: Map<string, number>,
): void {
  if (row.errors.length === 0 && missingFields('group', edit, true).length > 0) {
    row.refuse('name', message('exchange-files.problem.groupName'));
    return;
  }
  const name = edit.name ?? '';
  const found = lookup.byId(name) ? lookup.find(name) : lookup.named(name);
  const before = newNames.get(textKey(name));
  if (found.status === 'found') {
    row.refuse('name', message('exchange-files.problem.groupNameTaken', { id: found.record.id }));
  } else if (found.status === 'several') {
    row.refuse(
      'name',
      message('exchange-files.problem.groupNameTakenSeveral', { count: found.count }),
    );
  } else if (before !== undefined) {
    row.refuse('name', message('exchange-files.problem.groupNameInRow', { row: String(before) }));
  } else {
    newNames.set(textKey(name), row.number);
  }
}
