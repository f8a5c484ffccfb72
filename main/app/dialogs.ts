import {
  dialog,
  type BrowserWindow,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import { mapFileExtensions } from '#shared/domain/map-file';
import { trackExtensions } from '#shared/domain/submission';
import type { HostQuestion } from './host-consent';

const formats = {
  csv: 'CSV table',
  xlsx: 'Excel workbook',
  geojson: 'GeoJSON',
  kml: 'KML',
  gpx: 'GPX track',
  json: 'JSON',
  png: 'PNG picture',
  pdf: 'PDF document',
};

/** The system's dialogs, modal to the window; null when the user cancelled. */
export function createDialogs(current: () => BrowserWindow | null) {
  const window = () => {
    const found = current();
    return found && !found.isDestroyed() ? found : null;
  };

  async function pickOpen(name: string, extensions: string[]): Promise<string | null> {
    const options: OpenDialogOptions = {
      properties: ['openFile'],
      filters: [
        { name, extensions },
        { name: 'All files', extensions: ['*'] },
      ],
    };
    const parent = window();
    const { filePaths } = await (parent
      ? dialog.showOpenDialog(parent, options)
      : dialog.showOpenDialog(options));
    return filePaths[0] ?? null;
  }

  return {
    pickSaveFile: async (defaultPath: string, format: keyof typeof formats) => {
      const options: SaveDialogOptions = {
        defaultPath,
        filters: [{ name: formats[format], extensions: [format] }],
      };
      const parent = window();
      const { filePath, canceled } = await (parent
        ? dialog.showSaveDialog(parent, options)
        : dialog.showSaveDialog(options));
      return canceled || !filePath ? null : filePath;
    },
    pickOpenFile: () => pickOpen('Tables', ['csv', 'xlsx', 'txt', 'tsv']),
    pickTrackFile: () => pickOpen('Tracks', trackExtensions),
    pickMapFile: () => pickOpen('Maps', mapFileExtensions),
    /** Whether the user agrees to contact new hosts. */
    askAboutHosts: async (question: HostQuestion): Promise<boolean> => {
      const options: MessageBoxOptions = {
        type: 'question',
        title: 'Waypost',
        ...question,
        // The Enter key, which the user may be pressing anyway, refuses.
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      };
      const parent = window();
      const { response } = await (parent
        ? dialog.showMessageBox(parent, options)
        : dialog.showMessageBox(options));
      return response === 0;
    },
  };
}
