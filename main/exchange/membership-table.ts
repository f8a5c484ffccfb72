import { createTranslate, message } from '#shared/i18n/translate';
import { changesOf } from '#shared/domain/change';
import type { Group } from '#shared/domain/group';
import { cellToText, isClear, parseBoolean } from './cell-text';
import { yesOrNo, type ImportRow, type PlannedRows } from './import-row';
import { Lookup, pointed } from './lookup';
import { unreadMembersNote } from './known-cell';
import { tableOf, type ColumnOf, type ExportContext, type Table, column } from './table';

interface NamedRecord {
  id: string;
  name: string | null;
}

interface Membership {
  group: NamedRecord;
  deviceId: string;
  deviceName: string | null;
}

export const membershipColumns: readonly ColumnOf<Membership>[] = [
  column('groupId', 'columns.groupId', 'text', ({ group }) => group.id),
  column('group', 'columns.group', 'text', ({ group }) => group.name),
  column('deviceId', 'columns.deviceId', 'text', ({ deviceId }) => deviceId),
  column('device', 'columns.device', 'text', ({ deviceName }) => deviceName),
  column('member', 'columns.member', 'boolean', () => true),
];

/** One row for every device of every group. */
export function membershipTable(
  groups: readonly Group[],
  devices: readonly NamedRecord[],
  context: ExportContext,
): Table {
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const rows = groups.flatMap((group) =>
    (group.deviceIds ?? []).map((deviceId) => ({
      group,
      deviceId,
      deviceName: names.get(deviceId) ?? null,
    })),
  );
  const table = tableOf('exchange-files.table.membership', membershipColumns, rows, context);
  const t = createTranslate(context.language);
  const unread = unreadMembersNote(t, groups, 'deviceIds');
  const silent = groups.filter(({ deviceIds }) => deviceIds === null).length;
  return {
    ...table,
    notes: [
      ...table.notes,
      ...(unread ? [unread] : []),
      ...(silent > 0 ? [[t('exchange-files.about.membersUnknown'), String(silent)] as const] : []),
    ],
  };
}

export interface MembershipImportContext {
  groups: readonly Group[];
  devices: readonly NamedRecord[];
}

interface GroupPlan {
  group: Group;
  firstRow: number;
  members: Set<string>;
  said: Map<string, { isMember: boolean; row: number }>;
}

/**
 * Plans an import of members: a row makes a device a member, or removes it with "no" (or
 * `<clear>`). Devices that are not in the file stay as they are. All rows of a group are one
 * change.
 */
export function planMembershipImport(
  rows: readonly ImportRow[],
  context: MembershipImportContext,
): PlannedRows {
  const groups = new Lookup(context.groups);
  const devices = new Lookup(knownDevices(context));
  const plans = new Map<string, GroupPlan>();
  const plan: PlannedRows = { steps: [], errors: [], unchanged: 0 };
  for (const row of rows) {
    const group = recordOf(row, groups, 'group');
    const device = recordOf(row, devices, 'device');
    const isMember = memberCell(row);
    if (group && device && isMember !== null) {
      const isNew = take(row, plans, group, device.id, isMember);
      if (!isNew && row.errors.length === 0) plan.unchanged += 1;
    }
    plan.errors.push(...row.errors);
  }
  for (const { group, firstRow, members } of plans.values()) {
    const edit = { deviceIds: [...members] };
    const changes = changesOf('group', group, edit);
    if (changes.length === 0) continue;
    plan.steps.push({
      row: firstRow,
      label: group.name ?? group.id,
      step: { kind: 'group', action: 'change', id: group.id, edit },
      changes,
    });
  }
  return plan;
}

/** Listed devices, and members that are no longer listed: those can still be removed. */
function knownDevices({ groups, devices }: MembershipImportContext): NamedRecord[] {
  const listed = new Set(devices.map(({ id }) => id));
  const members = new Set(groups.flatMap(({ deviceIds }) => deviceIds ?? []));
  const unlisted = [...members].filter((id) => !listed.has(id));
  return [...devices, ...unlisted.map((id) => ({ id, name: null }))];
}

const problemsOf = {
  group: { noId: 'exchange-files.problem.noGroupId', needed: 'exchange-files.problem.groupNeeded' },
  device: {
    noId: 'exchange-files.problem.noDeviceId',
    needed: 'exchange-files.problem.deviceNeeded',
  },
} as const;

function recordOf<T extends NamedRecord>(
  row: ImportRow,
  lookup: Lookup<T>,
  word: 'group' | 'device',
): T | null {
  const id = row.cell(`${word}Id`);
  if (id !== null) {
    const record = lookup.byId(cellToText(id));
    return record ?? row.refuse(`${word}Id`, message(problemsOf[word].noId));
  }
  const name = row.cell(word);
  if (name === null) return row.refuse(`${word}Id`, message(problemsOf[word].needed));
  return pointed(row, word, cellToText(name), lookup, word);
}

function memberCell(row: ImportRow): boolean | null {
  const cell = row.cell('member');
  if (cell === null) return true;
  if (isClear(cell)) return false;
  return parseBoolean(cell) ?? row.refuse('member', yesOrNo);
}

/** Adds a row to the plan of its group; returns whether it changes anything. */
function take(
  row: ImportRow,
  plans: Map<string, GroupPlan>,
  group: Group,
  deviceId: string,
  isMember: boolean,
): boolean {
  if (group.deviceIds === null) {
    row.refuse('groupId', message('exchange-files.problem.membersNotProvided'));
    return false;
  }
  let plan = plans.get(group.id);
  if (!plan) {
    plan = { group, firstRow: row.number, members: new Set(group.deviceIds), said: new Map() };
    plans.set(group.id, plan);
  }
  const said = plan.said.get(deviceId);
  if (said && said.isMember !== isMember) {
    row.refuse('member', message('exchange-files.problem.opposite', { row: String(said.row) }));
    return false;
  }
  plan.said.set(deviceId, { isMember, row: row.number });
  if (plan.members.has(deviceId) === isMember) return false;
  if (isMember) plan.members.add(deviceId);
  else plan.members.delete(deviceId);
  return true;
}
