import { writeWholeFile } from '#main/files/part-file';
import type { TemporaryFiles } from '#main/files/part-file';
import { zonedMoment } from '#shared/domain/calendar';
import { attributionText, type MapPictureFormat, type MapSheet } from '#shared/domain/map-sheet';
import { fail } from '#shared/fault';
import type { InputOf } from '#shared/ipc/define';
import type { mapPicture } from '#shared/ipc/map-picture';
import { mapSheetPage } from './map-sheet-page';
import { pngSize, withTexts, type PngSize } from './png-file';

/** What is printed on one page. */
export interface PrintedPage {
  html: string;
  /** Absent: the page has none. */
  picture?: Buffer;
  isLandscape: boolean;
}

/** What became of a page that was to be printed on paper. */
export type PrintResult = 'sent' | 'cancelled' | 'noPrinter' | 'failed';

export interface MapPictureOptions {
  now: () => number;
  /** The chosen time zone, as an IANA name. */
  timeZone: () => string;
  /** Asks the user for a file; null if cancelled. */
  pickSaveFile: (defaultName: string, format: MapPictureFormat) => Promise<string | null>;
  /** Makes a PDF file of a page. */
  printPage: (page: PrintedPage) => Promise<Uint8Array>;
  /** Asks the user for a printer, and prints a page there. */
  printOnPaper: (page: PrintedPage) => Promise<PrintResult>;
  temporaryFiles?: TemporaryFiles;
}

/** Saves pictures of the map in files that the user chooses, or prints them. */
export interface MapPictures {
  save(input: InputOf<typeof mapPicture.save>): Promise<{ file: string } | null>;
  /** False if the user cancelled. Fails with `declined` if it could not be printed. */
  print(input: InputOf<typeof mapPicture.print>): Promise<boolean>;
}

const unprinted = {
  noPrinter:
    'No printer is set up on this computer. Add one in the settings of the system, or save the map as a PDF file.',
  failed:
    'The printing system of this computer did not print the map. You can save it as a PDF file.',
};

export function createMapPictures(options: MapPictureOptions): MapPictures {
  const bytesOf = (
    { format, sheet }: InputOf<typeof mapPicture.save>,
    picture: CheckedPicture,
  ): Promise<Uint8Array> | Uint8Array =>
    format === 'pdf'
      ? options.printPage(pageOf(sheet, picture))
      : withTexts(picture.bytes, {
          Title: sheet.title,
          Description: sheet.dataTime,
          Copyright: attributionText(sheet),
          'Creation Time': new Date(options.now()).toISOString(),
          Software: 'Waypost',
        });

  return {
    save: async (input) => {
      const picture = checkedPicture(input.png);
      const name = fileName(options.now(), options.timeZone(), input.format);
      const file = await options.pickSaveFile(name, input.format);
      if (file === null) return null;
      await writeWholeFile(file, await bytesOf(input, picture), options.temporaryFiles);
      return { file };
    },
    print: async ({ png, sheet }) => {
      const result = await options.printOnPaper(pageOf(sheet, checkedPicture(png)));
      if (result === 'noPrinter' || result === 'failed') {
        fail({ kind: 'declined', reason: 'state', message: unprinted[result] });
      }
      return result === 'sent';
    },
  };
}

interface CheckedPicture {
  bytes: Buffer;
  size: PngSize;
}

/** Fails with `invalid` if it is no PNG of a sensible size. */
function checkedPicture(png: string): CheckedPicture {
  const bytes = Buffer.from(png, 'base64');
  const size = pngSize(bytes);
  if (!size) fail({ kind: 'invalid', field: 'png', message: 'This is not a picture.' });
  return { bytes, size };
}

const pageOf = (sheet: MapSheet, { bytes, size }: CheckedPicture): PrintedPage => ({
  html: mapSheetPage(sheet, size),
  picture: bytes,
  isLandscape: size.width > size.height,
});

/** "Waypost map 2026-11-22 21-03.png": every system allows these characters. */
function fileName(at: number, timeZone: string, format: MapPictureFormat): string {
  const moment = zonedMoment(at, timeZone);
  const clock = [moment.hour, moment.minute].map((part) => String(part).padStart(2, '0'));
  return `Waypost map ${moment.toPlainDate().toString()} ${clock.join('-')}.${format}`;
}
