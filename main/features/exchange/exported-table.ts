import { message } from '#shared/i18n/translate';
import {
  devicesMap,
  devicesTable,
  type DeviceExportContext,
  type DeviceRow,
} from '#main/exchange/device-files';
import { groupsTable } from '#main/exchange/groups-table';
import { journalTable } from '#main/exchange/journal-table';
import { membershipTable } from '#main/exchange/membership-table';
import type { Table } from '#main/exchange/table';
import { writeTable } from '#main/exchange/table-file';
import { importTemplate } from '#main/exchange/templates';
import { usersTable } from '#main/exchange/users-table';
import type { JournalEntry } from '#shared/domain/edit';
import { failInvalid, FaultError } from '#shared/fault';
import type { Language } from '#shared/i18n/languages';
import type { InputOf } from '#shared/ipc/define';
import type { exchange, ImportKind, TableFormat } from '#shared/ipc/exchange';
import type { ExchangedAccount } from './exchanged-account';

export type ExportRequest = InputOf<typeof exchange.exportTable>;

/** The content of an exported file: all records of a kind, or the chosen ones. */
export function exportedTable(
  account: ExchangedAccount,
  request: Omit<ExportRequest, 'filter'>,
  context: DeviceExportContext,
): { bytes: Uint8Array; rows: number } {
  const { what, format, ids } = request;
  const devices = what === 'devices' ? deviceRows(account.fleet, ids) : null;
  if (format === 'geojson' || format === 'kml') {
    if (!devices) {
      failInvalid('format', message('exchange-files.request.onlyDevices'));
    }
    return { bytes: devicesMap(format, devices, context), rows: devices.length };
  }
  const table = devices ? devicesTable(devices, context) : recordsTable(account, request, context);
  return { bytes: writeTable(table, format), rows: table.rows.length };
}

export function templateFile(what: ImportKind, format: TableFormat, language: Language) {
  const table = importTemplate(what, language);
  return { bytes: writeTable(table, format) };
}

function recordsTable(
  account: ExchangedAccount,
  { what, ids }: Pick<ExportRequest, 'what' | 'ids'>,
  context: DeviceExportContext,
): Table {
  if (what === 'users') return usersTable(picked(account.users.current().items, ids), context);
  if (what === 'journal') return journalTable(journalEntries(account.records, ids), context);
  const groups = picked(account.groups.current().items, ids);
  return what === 'membership'
    ? membershipTable(groups, account.fleet.devices(), context)
    : groupsTable(groups, context);
}

function deviceRows(fleet: ExchangedAccount['fleet'], ids: readonly string[] | null): DeviceRow[] {
  const chosen = ids ?? fleet.devices().map(({ id }) => id);
  return chosen.flatMap((id) => {
    const details = ifFound(() => fleet.details(id));
    if (!details) return [];
    const { device, fix, position, groups, groupGap } = details;
    const names = groups.map(({ name }) => name);
    const known = names.length === 0 && groupGap !== null ? null : names;
    return [{ device, fix, position, groups: known }];
  });
}

function journalEntries(
  { journal }: ExchangedAccount['records'],
  ids: readonly string[] | null,
): JournalEntry[] {
  if (ids) return ids.flatMap((id) => journal.get(id) ?? []);
  const entries: JournalEntry[] = [];
  const { total } = journal.list({ from: 0, limit: 0 });
  for (let from = 0; from < total; from += 500) {
    entries.push(...journal.list({ from, limit: 500 }).entries);
  }
  return entries;
}

/** The records of these ids in their order, without missing ones; null: all. */
function picked<T extends { id: string }>(
  records: readonly T[],
  ids: readonly string[] | null,
): readonly T[] {
  if (ids === null) return records;
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** null if the record does not exist any more. */
function ifFound<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind === 'notFound') return null;
    throw error;
  }
}
