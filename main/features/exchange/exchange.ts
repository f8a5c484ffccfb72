import { writeTable } from '#main/exchange/table-file';
import type { DeviceExportContext } from '#main/exchange/device-files';
import { importTemplate } from '#main/exchange/templates';
import { chosenTimeZone, dayInZone } from '#shared/domain/calendar';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import { unitChoiceOf } from '#shared/domain/units';
import type { InputOf } from '#shared/ipc/define';
import type { exchange, ExportFormat, ImportChoices, ImportPreview } from '#shared/ipc/exchange';
import type { WrittenFile } from '#shared/ipc/fields';
import { type TemporaryFiles, writeWholeFile } from '#main/files/part-file';
import type { FileWork } from '#main/files/file-work';
import { noTowns, type NearestTowns } from '#main/files/towns';
import { requireListOf, type ExchangedAccount } from './exchanged-account';
import { exportedTable } from './exported-table';
import { createOpenedImport } from './opened-import';

/** Exports and imports tables in files that the user chooses. */
export interface Exchange {
  exportTable(input: InputOf<typeof exchange.exportTable>): Promise<WrittenFile>;
  saveTemplate(input: InputOf<typeof exchange.saveTemplate>): Promise<WrittenFile>;
  openImport(input: InputOf<typeof exchange.openImport>): Promise<ImportPreview | null>;
  planImport(choices: ImportChoices): Promise<ImportPreview | null>;
  rememberColumns(): void | Promise<void>;
  saveWrongRows(input: InputOf<typeof exchange.saveWrongRows>): Promise<WrittenFile>;
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
  changeSettings: (part: Pick<Settings, 'importColumns'>) => unknown;
  now: () => number;
  /** IANA name of the computer's zone. */
  computerTimeZone: () => string;
  /** Asks the user for a file; null if cancelled. */
  pickSaveFile: (defaultName: string, format: ExportFormat | 'json') => Promise<string | null>;
  temporaryFiles?: TemporaryFiles;
  pickOpenFile: () => Promise<string | null>;
  nearestTowns?: NearestTowns;
  work: Pick<FileWork, 'planImport' | 'wrongRows' | 'importProgress' | 'cancelImport'>;
}

interface Content {
  bytes: Uint8Array;
  rows: number;
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { settings, nearestTowns = noTowns } = options;

  function timeZone(): string {
    return chosenTimeZone(settings().timeZone, {
      account: options.account().facts().accountTimeZone,
      computer: options.computerTimeZone(),
    });
  }

  const openedImport = createOpenedImport(options);

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
    content: () => Content | null | Promise<Content | null>,
  ): Promise<WrittenFile> {
    const file = await options.pickSaveFile(name, format);
    if (file === null) return null;
    const found = await content();
    if (found === null) return null;
    const { bytes, rows } = found;
    await writeWholeFile(file, bytes, options.temporaryFiles);
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
      return openedImport.open(file, what);
    },

    planImport: openedImport.plan,
    rememberColumns: openedImport.remember,
    saveWrongRows: async ({ format }) => {
      const name = openedImport.nameOfWrongRows();
      const written = await save(`${name}.${format}`, format, () => openedImport.wrongRows(format));
      // So that the corrected file is read with the same columns.
      if (written) openedImport.remember();
      return written;
    },

    importProgress: () => options.work.importProgress(),
    cancelImport: () => options.work.cancelImport(),
  };
}

function noteOn({ notes }: ExchangedAccount): (deviceId: string) => string | null {
  const texts = new Map(notes.all().map(({ deviceId, text }) => [deviceId, text]));
  return (deviceId) => texts.get(deviceId) ?? null;
}
