import { crc32 } from 'node:zlib';
import { escaped } from '#main/exchange/map-formats';
import { saveFile, type SaveOptions } from '#main/files/save-file';
import { zonedMoment } from '#shared/domain/calendar';
import {
  attributionText,
  type MapPictureFormat,
  type MapSheet,
  type mapPicture,
} from '#shared/ipc/maps';
import { failDeclined, failInvalid } from '#shared/fault';
import type { InputOf } from '#shared/ipc/define';
import { directionOf, type Language } from '#shared/i18n/languages';
import { message, type Translate } from '#shared/i18n/translate';

const pictureName = 'map.png';

export interface PrintedPage {
  html: string;
  /** By their names, with which the page refers to them. */
  pictures: ReadonlyMap<string, Buffer>;
  isLandscape: boolean;
}

/** What became of a page that was to be printed on paper. */
export type PrintResult = 'sent' | 'cancelled' | 'noPrinter' | 'failed';

export interface MapPictureOptions extends SaveOptions<MapPictureFormat> {
  now: () => number;
  /** The chosen time zone, as an IANA name. */
  timeZone: () => string;
  language: () => Language;
  /** Writes a message in that language. */
  t: Translate;
  /** Makes a PDF file of a page. */
  printPage: (page: PrintedPage) => Promise<Uint8Array>;
  printOnPaper: (page: PrintedPage) => Promise<PrintResult>;
}

const unprinted = {
  noPrinter: message('faults.main.noPrinter'),
  failed: message('faults.main.notPrinted'),
};

/** Saves pictures of the map in files that the user chooses, or prints them. */
export class MapPictures {
  constructor(private readonly options: MapPictureOptions) {}

  async save({ png, format, sheet }: InputOf<typeof mapPicture.save>) {
    const { now, timeZone, t, printPage } = this.options;
    const picture = checkedPicture(png);
    return saveFile(this.options, mapName(now(), timeZone(), t), format, async () => ({
      bytes:
        format === 'pdf'
          ? await printPage(this.#pageOf(sheet, picture))
          : withTexts(picture.bytes, {
              Title: sheet.title,
              Description: sheet.dataTime,
              Copyright: attributionText(sheet),
              'Creation Time': new Date(now()).toISOString(),
              Software: 'Waypost',
            }),
    }));
  }

  /** False if the user cancelled. Fails with `declined` if it could not be printed. */
  async print({ png, sheet }: InputOf<typeof mapPicture.print>): Promise<boolean> {
    return printedOrFail(await this.options.printOnPaper(this.#pageOf(sheet, checkedPicture(png))));
  }

  #pageOf(sheet: MapSheet, { bytes, size }: CheckedPicture): PrintedPage {
    return {
      html: mapSheetPage(sheet, size, this.options.language()),
      pictures: new Map([[pictureName, bytes]]),
      isLandscape: size.width > size.height,
    };
  }
}

/** False if the user cancelled. Fails with `declined` if it could not be printed. */
export function printedOrFail(result: PrintResult): boolean {
  if (result === 'noPrinter' || result === 'failed') {
    failDeclined(unprinted[result]);
  }
  return result === 'sent';
}

interface CheckedPicture {
  bytes: Buffer;
  size: PngSize;
}

/** Fails with `invalid` if it is no PNG of a sensible size. */
export function checkedPicture(png: string): CheckedPicture {
  const bytes = Buffer.from(png, 'base64');
  const size = pngSize(bytes);
  if (!size) failInvalid('png', message('faults.main.noPicture'));
  return { bytes, size };
}

/** "Waypost map 2026-11-22 21-03": every system allows these characters. */
function mapName(at: number, timeZone: string, t: Translate): string {
  const moment = zonedMoment(at, timeZone);
  const clock = [moment.hour, moment.minute].map((part) => String(part).padStart(2, '0'));
  const day = moment.toPlainDate().toString();
  return t('exchange-files.name.map', { day, time: clock.join('-') });
}

const style = `
@page { margin: 10mm; }
* { box-sizing: border-box; }
html, body { margin: 0; height: 100%; }
body { display: flex; flex-direction: column; gap: 2.5mm; color: #1b2129;
  font: 9pt/1.35 'Noto Sans', system-ui, sans-serif; }
h1 { margin: 0; font-size: 14pt; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 6mm; }
.map { flex: 0 1 auto; min-height: 0; }
.map img { display: block; width: 100%; height: 100%; object-fit: contain; }
ul { display: flex; flex-wrap: wrap; gap: 1mm 5mm; margin: 0; padding: 0; list-style: none; }
li { display: flex; align-items: center; gap: 1.5mm; }
p { margin: 0; }
.sources { color: #4a525c; font-size: 8pt; }
.sources a { color: inherit; }
`;

/** The page of a map for a PDF file. Every text is escaped; it has no script. */
function mapSheetPage(sheet: MapSheet, { width, height }: PngSize, { tag }: Language): string {
  const rows = sheet.legend.map(
    ({ name, count, colour, outline, isStroked }) =>
      `<li><svg width="12" height="12" viewBox="0 0 16 16"><path d="${escaped(outline)}" ${
        isStroked
          ? `fill="none" stroke="${escaped(colour)}" stroke-width="2"`
          : `fill="${escaped(colour)}"`
      }/></svg>${escaped(name)} <strong>${escaped(count)}</strong></li>`,
  );
  const sources = sheet.attribution.map(({ text, url }) =>
    url !== null && url.startsWith('https://')
      ? `<a href="${escaped(url)}">${escaped(text)}</a>`
      : escaped(text),
  );
  return `<!doctype html>
<html lang="${tag}" dir="${directionOf(tag)}">
<head><meta charset="utf-8"><title>${escaped(sheet.title)}</title><style>${style}</style></head>
<body>
<header><h1>${escaped(sheet.title)}</h1><p>${escaped(sheet.dataTime)}</p></header>
<div class="map" style="aspect-ratio: ${width} / ${height}"><img src="${pictureName}" alt="${escaped(sheet.title)}"></div>
<p><strong>${escaped(sheet.legendTitle)}</strong></p>
<ul>${rows.join('')}</ul>
${sheet.notes.map((note) => `<p>${escaped(note)}</p>`).join('\n')}
<p class="sources">${sources.join('')}</p>
</body>
</html>
`;
}

// The picture as a PNG file: https://www.w3.org/TR/png-3/

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum around the data of a chunk. */
const chunkFrameBytes = 12;
const pngHeaderBytes = 13;
/** The longest side; larger pictures are not made by the map. */
const mostSidePx = 16_384;

interface Chunk {
  type: string;
  start: number;
  end: number;
}

interface PngSize {
  width: number;
  height: number;
}

/** The size of a PNG picture; null if the bytes are none, or are more than one. */
function pngSize(bytes: Buffer): PngSize | null {
  const chunks = chunksOf(bytes);
  const first = chunks?.[0];
  if (
    !chunks ||
    first?.type !== 'IHDR' ||
    first.end - first.start !== chunkFrameBytes + pngHeaderBytes
  ) {
    return null;
  }
  if (!chunks.some(({ type }) => type === 'IDAT') || chunks.at(-1)!.type !== 'IEND') return null;
  const width = bytes.readUInt32BE(first.start + 8);
  const height = bytes.readUInt32BE(first.start + 12);
  const isSensible = (side: number) => side > 0 && side <= mostSidePx;
  return isSensible(width) && isSensible(height) ? { width, height } : null;
}

/** The chunks of a PNG file; null if they do not fill it exactly. */
function chunksOf(bytes: Buffer): Chunk[] | null {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return null;
  const chunks: Chunk[] = [];
  let start = pngSignature.length;
  while (start < bytes.length) {
    if (start + chunkFrameBytes > bytes.length) return null;
    const end = start + chunkFrameBytes + bytes.readUInt32BE(start);
    const type = bytes.toString('latin1', start + 4, start + 8);
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return null;
    chunks.push({ type, start, end });
    start = end;
    if (type === 'IEND') break;
  }
  return start === bytes.length ? chunks : null;
}

/** The same picture with texts in it, such as its licence; the keys are keywords of PNG. */
function withTexts(bytes: Buffer, texts: Readonly<Record<string, string>>): Buffer {
  const after = pngSignature.length + chunkFrameBytes + pngHeaderBytes;
  const chunks = Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text));
  return Buffer.concat([bytes.subarray(0, after), ...chunks, bytes.subarray(after)]);
}

/** An `iTXt` chunk: keyword, not compressed, no language, UTF-8. */
function textChunk(keyword: string, text: string): Buffer {
  const data = Buffer.concat([
    Buffer.from('iTXt', 'latin1'),
    Buffer.from(keyword, 'latin1'),
    Buffer.alloc(5),
    Buffer.from(text, 'utf8'),
  ]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length - 4, 0);
  frame.writeUInt32BE(crc32(data), 4);
  return Buffer.concat([frame.subarray(0, 4), data, frame.subarray(4)]);
}
