import type { DeviceExportContext } from '#main/exchange/device-files';
import { fileName } from '#main/exchange/file-name';
import { writeWholeFile } from '#main/files/part-file';
import { noTowns } from '#main/files/towns';
import { chosenTimeZone, dayInZone } from '#shared/domain/calendar';
import { unitChoiceOf } from '#shared/domain/units';
import { createTranslate } from '#shared/i18n/translate';
import type { HandlersOf } from '#shared/ipc/contract';
import type { ExportFormat } from '#shared/ipc/exchange';
import type { WrittenFile } from '#shared/ipc/fields';
import { createOpenedImport } from './opened-import';
import {
  accountText,
  requireListOf,
  type ExchangedAccount,
  type ExchangeOptions,
} from './exchanged-account';

export type Exchange = ReturnType<typeof createExchange>;

/**
 * Exports and imports tables in files that the user chooses. The code that writes the formats is loaded
 * when it is used.
 */
export function createExchange(options: ExchangeOptions) {
  const { account, settings, work, nearestTowns = noTowns } = options;
  const openedImport = createOpenedImport(options);

  function timeZone(): string {
    return chosenTimeZone(settings().timeZone, {
      account: account().facts().accountTimeZone,
      computer: options.computerTimeZone(),
    });
  }

  const t = () => createTranslate(options.language());

  function contextOf(filter: string, withNotes: boolean): DeviceExportContext {
    return {
      language: options.language(),
      account: accountText(options.profile(), t()),
      filter: filter.trim() || null,
      timeZone: timeZone(),
      exportedAt: options.now(),
      serviceSpeedUnit: settings().serviceSpeedUnit,
      ...unitChoiceOf(settings()),
      accountTimeZone: account().facts().accountTimeZone ?? options.computerTimeZone(),
      nearestTown: nearestTowns.textAt,
      ...(withNotes && { noteOn: noteOn(account()) }),
    };
  }

  /** Asks for a file, named without its extension, then writes what `content` returns; null: cancelled. */
  async function save(
    name: string,
    format: ExportFormat | 'json',
    content: () => Promise<{ bytes: Uint8Array; rows?: number } | null>,
  ): Promise<WrittenFile> {
    const file = await options.pickSaveFile(fileName(name, format), format);
    const found = file === null ? null : await content();
    if (file === null || found === null) return null;
    const { bytes, ...rows } = found;
    await writeWholeFile(file, bytes, options.temporaryFiles);
    return { id: options.written(file), file, ...rows };
  }

  return {
    exportTable: async ({ what, format, ids, filter, withNotes = false }) => {
      requireListOf(what, account());
      if (what === 'devices') await nearestTowns.load();
      const day = dayInZone(options.now(), timeZone());
      const name = t()('exchange-files.name.records', {
        what: what === 'journal' ? 'other' : what,
        day,
      });
      return save(name, format, async () => {
        const { exportedTable } = await import('./exported-table');
        return exportedTable(account(), { what, format, ids }, contextOf(filter, withNotes));
      });
    },

    saveTemplate: ({ what, format }) =>
      save(
        t()('exchange-files.name.template', { what: what === 'membership' ? 'other' : what }),
        format,
        async () => {
          const { templateFile } = await import('./exported-table');
          return templateFile(what, format, options.language());
        },
      ),

    exportFieldMapping: () => {
      const { mappings } = account().fieldMapping.state();
      const bytes = Buffer.from(`${JSON.stringify(mappings, null, 2)}\n`);
      return save(t()('exchange-files.name.fieldMapping'), 'json', () =>
        Promise.resolve({ bytes }),
      );
    },

    openImport: async ({ what }) => {
      requireListOf(what, account());
      const file = await options.pickOpenFile();
      return file === null ? null : openedImport.open(file, what);
    },

    planImport: openedImport.plan,
    rememberColumns: openedImport.remember,
    saveWrongRows: async ({ format }) => {
      const name = openedImport.nameOfWrongRows();
      const written = await save(name, format, () => openedImport.wrongRows(format));
      // So that the corrected file is read with the same columns.
      if (written) openedImport.remember();
      return written;
    },

    importProgress: () => work.importProgress(),
    cancelImport: () => work.cancelImport(),
  } satisfies HandlersOf<'exchange'> & { exportFieldMapping(): Promise<WrittenFile> };
}

function noteOn({ notes }: ExchangedAccount): (deviceId: string) => string | null {
  const texts = new Map(notes.all().map(({ deviceId, text }) => [deviceId, text]));
  return (deviceId) => texts.get(deviceId) ?? null;
}
