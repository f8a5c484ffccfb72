import path from 'node:path';
import { devicesTable, type DeviceRow } from '#main/exchange/devices-table';
import { writeGeoJson } from '#main/exchange/geojson';
import { groupsTable } from '#main/exchange/groups-table';
import { planFileImport } from '#main/exchange/import';
import { journalTable } from '#main/exchange/journal-table';
import { writeKml } from '#main/exchange/kml';
import { membershipTable } from '#main/exchange/membership-table';
import type { ExportContext } from '#main/exchange/table';
import { writeTable } from '#main/exchange/table-file';
import { importTemplate } from '#main/exchange/templates';
import { usersTable } from '#main/exchange/users-table';
import { chosenTimeZone, dayInZone } from '#shared/domain/calendar';
import type { JournalEntry } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { User } from '#shared/domain/user';
import { fail, FaultError } from '#shared/fault';
import { failAccountClosed } from '#shared/domain/session';
import type { InputOf } from '#shared/ipc/define';
import type { exchange, ExportFormat, ExportKind, ImportPreview } from '#shared/ipc/exchange';
import type { WrittenFile } from '#shared/ipc/fields';
import type { FieldMappingFeature } from '#main/features/field-mapping/field-mapping';
import { receivedItems, type Cached } from '#main/features/records/cached-list';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Jobs } from '#main/features/jobs/jobs';
import type { Journal } from '#main/features/journal/journal';
import type { TemporaryFiles } from '#main/files/temporary-files';
import { readTableFile, writeTableFile } from '#main/files/table-files';

/** Exports and imports tables in files that the user chooses. */
export interface Exchange {
  exportTable(input: InputOf<typeof exchange.exportTable>): Promise<WrittenFile>;
  saveTemplate(input: InputOf<typeof exchange.saveTemplate>): Promise<WrittenFile>;
  openImport(input: InputOf<typeof exchange.openImport>): Promise<ImportPreview | null>;
  /** Writes the field mapping of the account as JSON. */
  exportFieldMapping(): Promise<WrittenFile>;
}

/** What exporting and importing need from the open account. */
export interface ExchangedAccount {
  fleet: Pick<Fleet, 'devices' | 'details' | 'isListed'>;
  users: { current(): ExchangedList<User> };
  groups: { current(): ExchangedList<Group> };
  records: { journal: Pick<Journal, 'get' | 'list'> };
  jobs: Pick<Jobs, 'plan'>;
  facts(): { accountTimeZone: string | null };
  fieldMapping: Pick<FieldMappingFeature, 'state'>;
  countries(): Promise<Record<string, string>>;
  timeZones(): Promise<Record<string, string>>;
}

/** `asOf` null: the service never sent the list. */
type ExchangedList<T> = Pick<Cached<T>, 'items' | 'asOf' | 'fault'>;

export interface ExchangeOptions {
  /** The open account; throws `notFound` if none is open. */
  account: () => ExchangedAccount;
  profile: () => Profile | null;
  settings: () => Settings;
  now: () => number;
  /** IANA name of the computer's zone. */
  computerTimeZone: () => string;
  /** Asks the user for a file; null if cancelled. */
  pickSaveFile: (defaultName: string, format: ExportFormat | 'json') => Promise<string | null>;
  temporaryFiles?: TemporaryFiles;
  pickOpenFile: () => Promise<string | null>;
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { settings } = options;

  function timeZone(): string {
    return chosenTimeZone(settings().timeZone, {
      account: options.account().facts().accountTimeZone,
      computer: options.computerTimeZone(),
    });
  }

  function contextOf(filter: string): ExportContext {
    const profile = options.profile();
    return {
      account: profile ? `${profile.userName} at ${profile.address}` : '',
      filter: filter.trim() || null,
      timeZone: timeZone(),
      exportedAt: options.now(),
    };
  }

  function deviceRows(ids: readonly string[] | null): DeviceRow[] {
    const { fleet } = options.account();
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

  function journalEntries(ids: readonly string[] | null): JournalEntry[] {
    const { journal } = options.account().records;
    if (ids) return ids.flatMap((id) => journal.get(id) ?? []);
    const entries: JournalEntry[] = [];
    const { total } = journal.list({ from: 0, limit: 0 });
    for (let from = 0; from < total; from += 500) {
      entries.push(...journal.list({ from, limit: 500 }).entries);
    }
    return entries;
  }

  async function bytesOf({
    what,
    format,
    ids,
    filter,
  }: Parameters<Exchange['exportTable']>[0]): Promise<{ bytes: Uint8Array; rows: number }> {
    const account = options.account();
    const context = contextOf(filter);
    if (what === 'devices') {
      const rows = deviceRows(ids);
      const { serviceSpeedUnit, speedUnit } = settings();
      const { accountTimeZone } = account.facts();
      const units = {
        ...context,
        serviceSpeedUnit,
        speedUnit,
        accountTimeZone: accountTimeZone ?? options.computerTimeZone(),
      };
      if (format === 'geojson') return { bytes: writeGeoJson(rows, units), rows: rows.length };
      if (format === 'kml') return { bytes: writeKml(rows, units), rows: rows.length };
      const table = devicesTable(rows, units);
      return { bytes: writeTable(table, format), rows: rows.length };
    }
    if (format === 'geojson' || format === 'kml') {
      fail({ kind: 'invalid', field: 'format', message: 'Only devices have a place on a map.' });
    }
    const groups = picked(account.groups.current().items, ids);
    const table =
      what === 'users'
        ? usersTable(picked(account.users.current().items, ids), context)
        : what === 'groups'
          ? groupsTable(groups, context)
          : what === 'membership'
            ? membershipTable(groups, account.fleet.devices(), context)
            : journalTable(journalEntries(ids), context);
    return { bytes: writeTable(table, format), rows: table.rows.length };
  }

  /** Refuses a table of a list that the service never sent. */
  function requireListOf(what: ExportKind): void {
    const account = options.account();
    if (what === 'devices' && !account.fleet.isListed()) {
      const message = 'The list of devices was not loaded.';
      fail({ kind: 'declined', reason: 'state', message });
    }
    if (what === 'users') requireList('users', account.users.current());
    if (what === 'groups' || what === 'membership') requireList('groups', account.groups.current());
  }

  return {
    exportTable: async (input) => {
      requireListOf(input.what);
      const day = dayInZone(options.now(), timeZone());
      const file = await options.pickSaveFile(
        `Waypost ${input.what} ${day}.${input.format}`,
        input.format,
      );
      if (file === null) return null;
      const { bytes, rows } = await bytesOf(input);
      await writeTableFile(file, bytes, options.temporaryFiles);
      return { file, rows };
    },

    saveTemplate: async ({ what, format }) => {
      const file = await options.pickSaveFile(`Waypost ${what} template.${format}`, format);
      if (file === null) return null;
      const table = importTemplate(what);
      await writeTableFile(file, writeTable(table, format), options.temporaryFiles);
      return { file, rows: table.rows.length };
    },

    exportFieldMapping: async () => {
      const { mappings } = options.account().fieldMapping.state();
      const file = await options.pickSaveFile('Waypost field mapping.json', 'json');
      if (file === null) return null;
      const text = `${JSON.stringify(mappings, null, 2)}\n`;
      await writeTableFile(file, Buffer.from(text), options.temporaryFiles);
      const rows = Object.values(mappings).flatMap((mapping) => Object.keys(mapping ?? {}));
      return { file, rows: rows.length };
    },

    openImport: async ({ what }) => {
      requireListOf(what);
      const file = await options.pickOpenFile();
      if (file === null) return null;
      const account = options.account();
      const plan = await planFileImport(what, await readTableFile(file), {
        users: account.users.current().items,
        groups: account.groups.current().items,
        areGroupsKnown: receivedItems(account.groups.current()) !== null,
        devices: account.fleet.devices(),
        countries: await namesOrNone(() => account.countries()),
        timeZones: await namesOrNone(() => account.timeZones()),
        timeZone: timeZone(),
      });
      if (options.account() !== account) failAccountClosed();
      const steps = plan.steps.map(({ step }) => step);
      const creates = steps.filter(({ action }) => action.startsWith('create')).length;
      const title = `Import ${what} from ${path.basename(file)}`;
      const kind = what === 'users' ? 'user' : 'group';
      return {
        file: path.basename(file),
        rows: steps.length + plan.unchanged + rowsWithErrors(plan.errors),
        creates,
        changes: steps.length - creates,
        unchanged: plan.unchanged,
        errors: plan.errors,
        unknownColumns: plan.unknownColumns,
        job: steps.length === 0 ? null : account.jobs.plan(title.slice(0, 300), kind, steps),
      };
    },
  };
}

/** Refuses to work with a list that the service never sent, as if it were empty. */
function requireList(name: 'users' | 'groups', { asOf, fault }: ExchangedList<unknown>): void {
  if (asOf !== null) return;
  const isRefused = fault?.kind === 'forbidden' || fault?.kind === 'notFound';
  fail({
    kind: 'declined',
    reason: 'state',
    message: isRefused
      ? `The service does not provide ${name} to this account.`
      : `The list of ${name} was not loaded.`,
  });
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

/** null if the names are unavailable: countries and zones are then used as written. */
async function namesOrNone(
  ask: () => Promise<Record<string, string>>,
): Promise<Record<string, string> | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}

function rowsWithErrors(errors: readonly { row: number | null }[]): number {
  return new Set(errors.map(({ row }) => row)).size;
}
