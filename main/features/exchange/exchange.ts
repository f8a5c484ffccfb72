import type { DeviceExportContext } from '#main/exchange/device-files';
import { saveFile } from '#main/files/save-file';
import { noTowns } from '#main/files/towns';
import { chosenTimeZone, dayInZone } from '#shared/domain/calendar';
import { unitChoiceOf } from '#shared/domain/units';
import type { HandlersOf } from '#shared/ipc/contract';
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
  const { account, settings, work, t, nearestTowns = noTowns } = options;
  const openedImport = createOpenedImport(options);

  function timeZone(): string {
    return chosenTimeZone(settings().timeZone, {
      account: account().facts().accountTimeZone,
      computer: options.computerTimeZone(),
    });
  }

  function contextOf(filter: string, withNotes: boolean): DeviceExportContext {
    return {
      language: options.language(),
      account: accountText(options.profile(), t),
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

  return {
    exportTable: async ({ what, format, ids, filter, withNotes = false }) => {
      requireListOf(what, account());
      if (what === 'devices') await nearestTowns.load();
      const day = dayInZone(options.now(), timeZone());
      const name = t('exchange-files.name.records', {
        what: what === 'journal' ? 'other' : what,
        day,
      });
      return saveFile(options, name, format, async () => {
        const { exportedTable } = await import('./exported-table');
        return exportedTable(account(), { what, format, ids }, contextOf(filter, withNotes));
      });
    },

    saveTemplate: ({ what, format }) =>
      saveFile(
        options,
        t('exchange-files.name.template', { what: what === 'membership' ? 'other' : what }),
        format,
        async () => {
          const { templateFile } = await import('./exported-table');
          return templateFile(what, format, options.language());
        },
      ),

    exportFieldMapping: () => {
      const { mappings } = account().fieldMapping.state();
      const bytes = Buffer.from(`${JSON.stringify(mappings, null, 2)}\n`);
      return saveFile(options, t('exchange-files.name.fieldMapping'), 'json', () =>
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
      const written = await saveFile(options, name, format, () => openedImport.wrongRows(format));
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
