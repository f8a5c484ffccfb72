import { dialog, type BrowserWindow } from 'electron';
import { mapFileExtensions } from '#shared/domain/map-file-extensions';
import { trackExtensions } from '../exchange/tracks/track-extensions';

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

/** The system's file dialogs, modal to the window; null when the user cancelled. */
export function fileDialogs(window: () => BrowserWindow | null) {
  async function pickOpen(name: string, extensions: string[]): Promise<string | null> {
    const options = {
      properties: ['openFile' as const],
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
    pickSaveFile: async (defaultName: string, format: keyof typeof formats) => {
      const options = {
        defaultPath: defaultName,
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
  };
}
