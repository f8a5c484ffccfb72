import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import { attributionText, type MapSheet } from '#shared/ipc/maps';
import type { VisibleSet } from '#engines/fleet';
import { isInView, type Viewport } from '#shared/domain/mercator';
import type { Captured } from '#engines/map';
import type { Format } from '#lib/format';
import { inlineSign } from '#lib/language';
import { deviceStateLooks, strokedShapes, type ColourScheme } from '#lib/device-state-look';

type Pen = CanvasRenderingContext2D;

const font = "'Noto Sans', system-ui, sans-serif";
const inks: Record<ColourScheme, { page: string; text: string; quiet: string; marker: string }> = {
  light: { page: '#ffffff', text: '#1b2129', quiet: '#4a525c', marker: '#8a1c6b' },
  dark: { page: '#151a21', text: '#eef1f5', quiet: '#b4bcc8', marker: '#ff9ad8' },
};

/** A pin on a field of 24 by 24, its point at 12, 22. */
const pin = 'M12 22C12 22 4 14.5 4 9.5a8 8 0 0 1 16 0C20 14.5 12 22 12 22Z';

interface Mark {
  x: number;
  y: number;
}

/** Draws what the map shows beside its canvas onto the picture: the scale bar and the marker. */
export function withMarks(captured: Captured, theme: ColourScheme, marker: Mark | null): Captured {
  const { canvas, pixelRatio, scale } = captured;
  const pen = canvas.getContext('2d')!;
  pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  const ink = inks[theme];
  if (marker) {
    pen.save();
    pen.translate(marker.x - 15, marker.y - 27.5);
    pen.scale(1.25, 1.25);
    pen.fillStyle = ink.marker;
    pen.strokeStyle = ink.page;
    pen.lineWidth = 1.5;
    const path = new Path2D(pin);
    pen.fill(path);
    pen.stroke(path);
    pen.beginPath();
    pen.arc(12, 9.5, 2.8, 0, 2 * Math.PI);
    pen.fillStyle = ink.page;
    pen.fill();
    pen.restore();
  }
  if (scale.width > 0) drawScale(pen, captured, ink);
  return captured;
}

function drawScale(
  pen: Pen,
  { canvas, pixelRatio, scale: { text, width } }: Captured,
  ink: { page: string; text: string },
): void {
  const [left, bottom] = [14, canvas.height / pixelRatio - 14];
  pen.globalAlpha = 0.85;
  pen.fillStyle = ink.page;
  pen.fillRect(left - 4, bottom - 20, width + 8, 25);
  pen.globalAlpha = 1;
  pen.strokeStyle = ink.text;
  pen.fillStyle = ink.text;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(left, bottom - 6);
  pen.lineTo(left, bottom);
  pen.lineTo(left + width, bottom);
  pen.lineTo(left + width, bottom - 6);
  pen.stroke();
  pen.font = `12px ${font}`;
  pen.textBaseline = 'alphabetic';
  pen.direction = 'ltr';
  pen.fillText(text, left + 5, bottom - 6);
}

const marginPx = 16;
const linePx = 18;
const iconPx = 14;
const gapPx = 18;

/** A word of the text below the map, with its symbol. */
interface Piece {
  text: string;
  row?: MapSheet['legend'][number];
}

/** Pieces in lines that are not wider than the picture. */
export function linesOf<T>(
  pieces: readonly T[],
  widthOf: (piece: T) => number,
  width: number,
): T[][] {
  const lines: T[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    const needed = widthOf(piece);
    if (used + needed > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push(piece);
    used += needed;
  }
  return lines;
}

/** The whole sheet as one picture: title, time, map, legend and sources. */
export function composeSheet(
  { canvas: map, pixelRatio }: Captured,
  sheet: MapSheet,
  { theme, t }: { theme: ColourScheme; t: Format['t'] },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d')!;
  const width = map.width / pixelRatio;
  const height = map.height / pixelRatio;
  const inner = width - 2 * marginPx;
  const small = `12px ${font}`;
  const normal = `13px ${font}`;
  pen.font = normal;
  const widthOf = ({ text, row }: Piece) =>
    pen.measureText(text).width + (row ? iconPx + 6 : 0) + gapPx;
  const legend: Piece[] = [
    { text: t('map.sheet.legendLine', { title: sheet.legendTitle }) },
    ...sheet.legend.map((row) => ({
      text: t('map.sheet.legendEntry', { state: row.name, count: row.count }),
      row,
    })),
  ];
  const legendLines = linesOf(legend, widthOf, inner);
  pen.font = small;
  const wordWidth = (word: string) => pen.measureText(`${word} `).width;
  const small_ = [...sheet.notes, attributionText(sheet)].filter(Boolean);
  const textLines = small_.flatMap((text) =>
    linesOf(text.split(' '), wordWidth, inner).map((words) => words.join(' ')),
  );

  const headPx = 2 * marginPx + 24 + (width < 520 ? linePx : 0);
  const footPx = marginPx * 2 + (legendLines.length + textLines.length) * linePx + 4;
  canvas.width = map.width;
  canvas.height = Math.round((headPx + height + footPx) * pixelRatio);
  pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  pen.direction = inlineSign() < 0 ? 'rtl' : 'ltr';
  const ink = inks[theme];
  pen.fillStyle = ink.page;
  pen.fillRect(0, 0, width, headPx + height + footPx);
  drawHead(pen, sheet, { width, ink });
  pen.drawImage(map, 0, headPx, width, height);

  let y = headPx + height + marginPx + 12;
  pen.font = normal;
  pen.fillStyle = ink.text;
  for (const line of legendLines) {
    let x = marginPx;
    for (const piece of line) {
      drawPiece(pen, piece, { x, y, width, ink: ink.text });
      x += widthOf(piece);
    }
    y += linePx;
  }
  pen.font = small;
  pen.fillStyle = ink.quiet;
  y += 4;
  for (const line of textLines) {
    pen.fillText(line, fromStart(marginPx, width), y);
    y += linePx;
  }
  return canvas;
}

/** Where something is that begins at a distance from the side where lines begin. */
const fromStart = (distance: number, width: number) =>
  inlineSign() < 0 ? width - distance : distance;

function drawHead(
  pen: Pen,
  { title, dataTime }: MapSheet,
  { width, ink }: { width: number; ink: { text: string; quiet: string } },
): void {
  const y = marginPx + 18;
  pen.fillStyle = ink.text;
  pen.font = `600 18px ${font}`;
  const start = fromStart(marginPx, width);
  pen.fillText(title, start, y);
  pen.font = `13px ${font}`;
  pen.fillStyle = ink.quiet;
  if (width < 520) return pen.fillText(dataTime, start, y + linePx + 2);
  pen.textAlign = 'end';
  pen.fillText(dataTime, width - start, y);
  pen.textAlign = 'start';
}

function drawPiece(
  pen: Pen,
  { text, row }: Piece,
  { x, y, width, ink }: { x: number; y: number; width: number; ink: string },
): void {
  if (row) {
    pen.save();
    pen.translate(inlineSign() < 0 ? width - x - iconPx : x, y - iconPx + 2);
    pen.scale(iconPx / 16, iconPx / 16);
    const path = new Path2D(row.outline);
    pen.lineCap = 'round';
    pen.lineWidth = 2;
    pen.strokeStyle = row.colour;
    pen.fillStyle = row.colour;
    if (row.isStroked) pen.stroke(path);
    else pen.fill(path);
    pen.restore();
  }
  pen.fillStyle = ink;
  pen.fillText(text, fromStart(x + (row ? iconPx + 6 : 0), width), y);
}

/** A canvas as a PNG file in base64; null: it is too large for this computer. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<string | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) return null;
  const address = await new Promise<string | null>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(blob);
  });
  return address && address.slice(address.indexOf(',') + 1);
}

/** The number of devices of each state that the map draws in a view. */
export function countsInView(
  { singles, clusters, selected }: VisibleSet,
  view: Viewport,
): Record<DeviceState, number> {
  const counts = deviceStates.map(() => 0);
  singles.slot.forEach((_, i) => {
    if (isInView(view, singles.x[i]!, singles.y[i]!)) counts[singles.state[i]!]! += 1;
  });
  clusters.count.forEach((_, i) => {
    if (!isInView(view, clusters.x[i]!, clusters.y[i]!)) return;
    deviceStates.forEach((_state, s) => {
      counts[s]! += clusters.byState[i * deviceStates.length + s]!;
    });
  });
  if (selected && isInView(view, selected.x, selected.y))
    counts[deviceStates.indexOf(selected.state)]! += 1;
  return Object.fromEntries(deviceStates.map((state, s) => [state, counts[s]!])) as Record<
    DeviceState,
    number
  >;
}

/** The legend of a picture: the states that are in it. */
export function legendOf(
  counts: Record<DeviceState, number>,
  outlines: Record<string, string>,
  { theme, format }: { theme: ColourScheme; format: Format },
): MapSheet['legend'] {
  return deviceStates
    .filter((state) => counts[state] > 0)
    .map((state) => {
      const { shape, colour } = deviceStateLooks[state];
      return {
        name: format.t(`common.deviceState.${state}`),
        count: format.count(counts[state]),
        colour: colour[theme],
        outline: outlines[shape]!,
        isStroked: strokedShapes.has(shape),
      };
    });
}
