import {
  dialog,
  type BrowserWindow,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import { mapFileExtensions } from '#shared/domain/map-file';
import { trackExtensions } from '#shared/domain/submission';
import { saidIn, type Translate } from '#shared/i18n/translate';
import type { HostQuestion } from './host-consent';

const placesExtensions = [
  'csv',
  'tsv',
  'xlsx',
  'txt',
  'geojson',
  'geojsonl',
  'ndjson',
  'json',
  'kml',
  'kmz',
  'gpx',
];

type SavedFormat = 'csv' | 'xlsx' | 'geojson' | 'kml' | 'gpx' | 'json' | 'png' | 'pdf' | 'zip';

/** The system's dialogs, modal to the window; null when the user cancelled. */
export function createDialogs(current: () => BrowserWindow | null, t: Translate) {
  const window = () => {
    const found = current();
    return found && !found.isDestroyed() ? found : null;
  };

  async function pickOpen(name: string, extensions: string[]): Promise<string | null> {
    const options: OpenDialogOptions = {
      properties: ['openFile'],
      filters: [
        { name, extensions },
        { name: t('desktop.file.all'), extensions: ['*'] },
      ],
    };
    const parent = window();
    const { filePaths } = await (parent
      ? dialog.showOpenDialog(parent, options)
      : dialog.showOpenDialog(options));
    return filePaths[0] ?? null;
  }

  /** The index of the button that was pressed. */
  async function showMessage(options: MessageBoxOptions): Promise<number> {
    const parent = window();
    const { response } = await (parent
      ? dialog.showMessageBox(parent, options)
      : dialog.showMessageBox(options));
    return response;
  }

  return {
    pickSaveFile: async (defaultPath: string, format: SavedFormat) => {
      const options: SaveDialogOptions = {
        defaultPath,
        filters: [{ name: t(`desktop.file.${format}`), extensions: [format] }],
      };
      const parent = window();
      const { filePath, canceled } = await (parent
        ? dialog.showSaveDialog(parent, options)
        : dialog.showSaveDialog(options));
      return canceled || !filePath ? null : filePath;
    },
    pickOpenFile: () => pickOpen(t('desktop.file.tables'), ['csv', 'xlsx', 'txt', 'tsv']),
    pickPlacesFile: () => pickOpen(t('places.files'), placesExtensions),
    pickTakeAlongFile: () => pickOpen(t('take-along.files'), ['json']),
    pickTrackFile: () => pickOpen(t('desktop.file.tracks'), trackExtensions),
    pickMapFile: () => pickOpen(t('desktop.file.maps'), mapFileExtensions),
    /** Whether the user agrees to contact new hosts. */
    askAboutHosts: async ({ kind, question, detail }: HostQuestion): Promise<boolean> => {
      const options: MessageBoxOptions = {
        type: 'question',
        title: 'Waypost',
        message: t(question),
        detail: detail.map((each) => saidIn(t, each)).join('\n\n'),
        buttons: [t(`desktop.hosts.${kind}.agree`), t(`desktop.hosts.${kind}.refuse`)],
        // The Enter key, which the user may be pressing anyway, refuses.
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      };
      return (await showMessage(options)) === 0;
    },
    /** Whether to start without what may have kept the last starts from succeeding. */
    askForSafeMode: async (): Promise<boolean> => {
      const options: MessageBoxOptions = {
        type: 'warning',
        title: 'Waypost',
        message: t('desktop.safeMode.question'),
        detail: t('desktop.safeMode.detail'),
        buttons: [t('desktop.safeMode.start'), t('desktop.safeMode.not')],
        defaultId: 0,
        cancelId: 1,
        noLink: true,
      };
      return (await showMessage(options)) === 0;
    },
    sayLoginStartRefused: async (): Promise<void> => {
      await showMessage({
        type: 'error',
        title: 'Waypost',
        message: t('desktop.login.refused'),
        detail: t('desktop.login.refused.why'),
      });
    },
    /** What the user wants after the window ended twice in a row. */
    askAfterCrash: async (): Promise<'reload' | 'safeMode' | 'quit'> => {
      const options: MessageBoxOptions = {
        type: 'error',
        title: 'Waypost',
        message: t('desktop.crash.question'),
        detail: `${t('desktop.crash.kept')}\n\n${t('desktop.crash.safely')}`,
        buttons: [t('desktop.crash.again'), t('app.command.safeMode'), t('desktop.quit.quit')],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      };
      return (['reload', 'safeMode', 'quit'] as const)[await showMessage(options)] ?? 'reload';
    },
  };
}
