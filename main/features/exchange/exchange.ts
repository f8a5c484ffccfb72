import path from 'node:path';
import { writeTable } from '#main/exchange/table-file';
import type { DeviceExportContext } from '#main/exchange/devices-table';
import { importTemplate } from '#main/exchange/templates';
import { chosenTimeZone, dayInZone } from '#shared/domain/calendar';
import { failAccountClosed, type Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import { unitChoiceOf } from '#shared/domain/units';
import { FaultError } from '#shared/fault';
import type { InputOf } from '#shared/ipc/define';
import type { exchange, ExportFormat, ImportPreview } from '#shared/ipc/exchange';
import type { WrittenFile } from '#shared/ipc/fields';
import { receivedItems } from '#main/features/records/cached-list';
import type { TemporaryFiles } from '#main/files/temporary-files';
import type { FileWork } from '#main/files/file-work';
import { noTowns, type NearestTowns } from '#main/files/towns';
import { writeTableFile } from '#main/files/table-files';
import { requireListOf, type ExchangedAccount } from './exchanged-account';
import { exportedTable } from './exported-table';

/** Exports and imports tables in files that the user chooses. */
export interface Exchange {
  exportTable(input: InputOf<typeof exchange.exportTable>): Promise<WrittenFile>;
  saveTemplate(input: InputOf<typeof exchange.saveTemplate>): Promise<WrittenFile>;
  openImport(input: InputOf<typeof exchange.openImport>): Promise<ImportPreview | null>;
  /** The table that is being read; null: none. */
  importProgress: FileWork['importProgress'];
  /** The call that opened the table then returns null. */
  cancelImport: FileWork['cancelImport'];
  /** Writes the field mapping of the account as JSON. */
  exportFieldMapping(): Promise<WrittenFile>;
}

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
  nearestTowns?: NearestTowns;
  work: Pick<FileWork, 'planImport' | 'importProgress' | 'cancelImport'>;
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { settings, nearestTowns = noTowns } = options;

  function timeZone(): string {
    return chosenTimeZone(settings().timeZone, {
      account: options.account().facts().accountTimeZone,
      computer: options.computerTimeZone(),
    });
  }

  function contextOf(filter: string): DeviceExportContext {
    const profile = options.profile();
    const { serviceSpeedUnit } = settings();
    const { accountTimeZone } = options.account().facts();
    return {
      account: profile ? `${profile.userName} at ${profile.address}` : '',
      filter: filter.trim() || null,
      timeZone: timeZone(),
      exportedAt: options.now(),
      serviceSpeedUnit,
      ...unitChoiceOf(settings()),
      accountTimeZone: accountTimeZone ?? options.computerTimeZone(),
      nearestTown: nearestTowns.textAt,
    };
  }

  /** Asks for a file, then writes what `content` returns; null: cancelled. */
  async function save(
    name: string,
    format: ExportFormat | 'json',
    content: () => { bytes: Uint8Array; rows: number },
  ): Promise<WrittenFile> {
    const file = await options.pickSaveFile(name, format);
    if (file === null) return null;
    const { bytes, rows } = content();
    await writeTableFile(file, bytes, options.temporaryFiles);
    return { file, rows };
  }

  return {
    exportTable: async ({ what, format, ids, filter, withNotes = false }) => {
      requireListOf(what, options.account());
      if (what === 'devices') await nearestTowns.load();
      const day = dayInZone(options.now(), timeZone());
      return save(`Waypost ${what} ${day}.${format}`, format, () =>
        exportedTable(
          options.account(),
          { what, format, ids },
          { ...contextOf(filter), ...(withNotes && { noteOn: noteOn(options.account()) }) },
        ),
      );
    },

    saveTemplate: ({ what, format }) =>
      save(`Waypost ${what} template.${format}`, format, () => {
        const table = importTemplate(what);
        return { bytes: writeTable(table, format), rows: table.rows.length };
      }),

    exportFieldMapping: async () => {
      const { mappings } = options.account().fieldMapping.state();
      const fields = Object.values(mappings).flatMap((mapping) => Object.keys(mapping ?? {}));
      return save('Waypost field mapping.json', 'json', () => ({
        bytes: Buffer.from(`${JSON.stringify(mappings, null, 2)}\n`),
        rows: fields.length,
      }));
    },

    openImport: async ({ what }) => {
      requireListOf(what, options.account());
      const file = await options.pickOpenFile();
      if (file === null) return null;
      const account = options.account();
      const plan = await options.work.planImport(file, what, async () => ({
        users: account.users.current().items,
        groups: account.groups.current().items,
        areGroupsKnown: receivedItems(account.groups.current()) !== null,
        devices: account.fleet.devices().map(({ id, name }) => ({ id, name })),
        countries: await namesOrNone(() => account.countries()),
        timeZones: await namesOrNone(() => account.timeZones()),
        timeZone: timeZone(),
      }));
      if (plan === null) return null;
      if (options.account() !== account) failAccountClosed();
      const { steps, errors, errorCount, unchanged, unknownColumns } = plan;
      const creates = steps.filter(({ action }) => action.startsWith('create')).length;
      const title = `Import ${what} from ${path.basename(file)}`.slice(0, 300);
      const kind = what === 'users' ? 'user' : 'group';
      const job = steps.length === 0 ? null : await account.jobs.planInChunks(title, kind, steps);
      return {
        file: path.basename(file),
        rows: steps.length + unchanged + plan.errorRows,
        creates,
        changes: steps.length - creates,
        unchanged,
        errors,
        errorCount,
        unknownColumns,
        job,
      };
    },

    importProgress: options.work.importProgress,
    cancelImport: options.work.cancelImport,
  };
}

function noteOn({ notes }: ExchangedAccount): (deviceId: string) => string | null {
  const texts = new Map(notes.all().map(({ deviceId, text }) => [deviceId, text]));
  return (deviceId) => texts.get(deviceId) ?? null;
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
