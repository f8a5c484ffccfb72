import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import { vehicleKinds } from '#shared/domain/vehicle-kind';
import {
  deviceStateLooks,
  strokedShapes,
  type ColourScheme,
  type StateShape,
} from '#lib/device-state-look';
import { stateOutlines } from '#ui/state-badge';
import { kindOutlines } from '#ui/vehicle-kind-icon';

/** Every picture is centred in a cell of this size, in CSS pixels. */
export const cellPx = 40;
export const atlasColumns = 8;

export const glyphs = '0123456789.kM'.split('');

/**
 * The content of each cell. The arrow is the first: the shader rotates it with the map. A new state needs a cell, and a number in
 * `ringEnds` of the symbol layer.
 */
export const cells = {
  movingArrow: 0,
  movingRound: 1,
  stopped: 2,
  unknownMotion: 3,
  stale: 4,
  silent: 5,
  expired: 6,
  unchecked: 7,
  noPosition: 8,
  clockAhead: 9,
  notUnderstood: 10,
  neverAsked: 11,
  unlisted: 12,
  critical: 13,
  selection: 14,
  leg: 15,
  clockBehind: 16,
  firstGlyph: 17,
} as const;

/** What a device of a known vehicle kind is drawn on, in the colour and the shape of its state. */
export const plateStates = ['moving', 'stopped', 'unknownMotion', 'stale', 'silent'] as const;
export const firstPlate = cells.firstGlyph + glyphs.length;
export const firstKind = firstPlate + plateStates.length;
/** Like the arrow, the shader rotates these and all cells after them with the map. */
const firstTurning = firstKind + vehicleKinds.length;

/** Marks of the estimated position. */
export const estimateCells = { arrow: firstTurning, line: firstTurning + 1 } as const;
/** Points from the plate of a moving device to its course. */
export const pointerCell = firstTurning + 2;

export const atlasRows = Math.ceil((pointerCell + 1) / atlasColumns);

/** As in the badges, on a 16 by 16 field; three are larger on the map. */
const outlines: Record<StateShape, string> = {
  ...stateOutlines,
  arrow: 'M8 0.5 14 14.5 8 11.3 2 14.5Z',
  square: 'M3.6 2.6h8.8a1 1 0 0 1 1 1v8.8a1 1 0 0 1-1 1h-8.8a1 1 0 0 1-1-1v-8.8a1 1 0 0 1 1-1Z',
  diamond: 'M8 1 15 8 8 15 1 8Z',
};

/** Colours of the marks around devices, for each theme. */
export const inks: Record<
  ColourScheme,
  { halo: string; disc: string; text: string; accent: string; critical: string }
> = {
  light: {
    halo: '#ffffff',
    disc: '#ffffff',
    text: '#1b2129',
    accent: '#0f629b',
    critical: '#c4161c',
  },
  dark: {
    halo: '#0b0f14',
    disc: '#1b2129',
    text: '#eef1f5',
    accent: '#8cc7f2',
    critical: '#ff6b60',
  },
};

type Pen = CanvasRenderingContext2D;

const symbolScale = 1.3;
const haloPx = 2;

/** Draws on the 16 by 16 field of the outlines, around the middle of the cell. */
function onField(pen: Pen, draw: () => void): void {
  pen.save();
  pen.scale(symbolScale, symbolScale);
  pen.translate(-8, -8);
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  draw();
  pen.restore();
}

function strokePath(pen: Pen, path: Path2D, colour: string, width: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(path);
}

function drawShape(pen: Pen, shape: StateShape, colour: string, halo: string): void {
  const path = new Path2D(outlines[shape]);
  const isStroked = strokedShapes.has(shape);
  onField(pen, () => {
    strokePath(pen, path, halo, (isStroked ? 3 : 0) + (2 * haloPx) / symbolScale);
    if (isStroked) return strokePath(pen, path, colour, shape === 'ring' ? 2.6 : 2);
    pen.fillStyle = colour;
    pen.fill(path);
  });
}

/** The arrow of an estimated position: an outline, so that it differs from a reported one. */
function drawHollowArrow(pen: Pen, colour: string, halo: string): void {
  const path = new Path2D(outlines.arrow);
  onField(pen, () => {
    strokePath(pen, path, halo, 4.5);
    pen.globalAlpha = 0.75;
    pen.fillStyle = halo;
    pen.fill(path);
    pen.globalAlpha = 1;
    strokePath(pen, path, colour, 1.6);
  });
}

/** Half the width of a plate, pixels. */
const platePx = 10.5;

function drawPlate(pen: Pen, state: (typeof plateStates)[number], colour: string, halo: string) {
  const plate = new Path2D();
  if (state === 'stopped') plate.roundRect(-platePx + 1, -platePx + 1, 19, 19, 3);
  else if (state === 'stale') plate.addPath(new Path2D('M0-14.5 14.5 0 0 14.5-14.5 0Z'));
  else plate.arc(0, 0, state === 'silent' ? 8.5 : platePx, 0, 2 * Math.PI);
  pen.lineJoin = 'round';
  // A gap and a ring around the plate, as its symbol without a kind is a ring.
  if (state === 'silent') {
    strokeCircle(pen, 12, 5, halo);
    strokeCircle(pen, 11.5, 2, colour);
  }
  strokePath(pen, plate, halo, 2 * haloPx);
  pen.fillStyle = colour;
  pen.fill(plate);
}

function drawPointer(pen: Pen, colour: string, halo: string): void {
  const pointer = new Path2D('M0-18 5.5-9.5-5.5-9.5Z');
  pen.lineJoin = 'round';
  strokePath(pen, pointer, halo, 2 * haloPx);
  pen.fillStyle = colour;
  pen.fill(pointer);
}

function strokeCircle(pen: Pen, radius: number, width: number, colour: string): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.lineWidth = width;
  pen.strokeStyle = colour;
  pen.stroke();
}

/** A dot with arcs on both sides: moving on an unknown course. */
function drawMovingRound(pen: Pen, colour: string, halo: string): void {
  for (const [width, ink] of [
    [2 + 2 * haloPx, halo],
    [2, colour],
  ] as const) {
    pen.lineWidth = width;
    pen.strokeStyle = ink;
    for (const from of [-0.25, 0.75]) {
      pen.beginPath();
      pen.arc(0, 0, 10, from * Math.PI, (from + 0.5) * Math.PI);
      pen.stroke();
    }
  }
  pen.save();
  pen.scale(0.85, 0.85);
  drawShape(pen, 'circle', colour, halo);
  pen.restore();
}

function drawCritical(pen: Pen, colour: string, halo: string, theme: ColourScheme): void {
  pen.beginPath();
  pen.arc(0, 0, 6.5, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  pen.lineWidth = 1.5;
  pen.strokeStyle = halo;
  pen.stroke();
  pen.fillStyle = theme === 'light' ? '#ffffff' : '#1b0504';
  pen.fillRect(-1, -4, 2, 5);
  pen.fillRect(-1, 2, 2, 2);
}

const countFont = "600 13px 'Noto Sans', system-ui, sans-serif";

/** A picture of every symbol, and the advance of each character of a count (CSS pixels). */
export interface Atlas {
  /** Not the canvas: the graphics card may not have drawn that when it is sent. */
  picture: ImageData;
  advances: ReadonlyMap<string, number>;
}

/** Draws the atlas for a theme at a pixel ratio. */
export function drawAtlas(theme: ColourScheme, pixelRatio: number): Atlas {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(atlasColumns * cellPx * pixelRatio);
  canvas.height = Math.ceil(atlasRows * cellPx * pixelRatio);
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  const ink = inks[theme];
  const inCell = (cell: number, draw: () => void) => {
    pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    pen.translate(
      ((cell % atlasColumns) + 0.5) * cellPx,
      (Math.floor(cell / atlasColumns) + 0.5) * cellPx,
    );
    draw();
  };
  const colourOf = (state: DeviceState) => deviceStateLooks[state].colour[theme];
  for (const state of deviceStates) {
    const cell = state === 'moving' ? cells.movingArrow : cells[state];
    inCell(cell, () => drawShape(pen, deviceStateLooks[state].shape, colourOf(state), ink.halo));
  }
  inCell(cells.movingRound, () => drawMovingRound(pen, colourOf('moving'), ink.halo));
  inCell(cells.critical, () => drawCritical(pen, ink.critical, ink.halo, theme));
  inCell(cells.selection, () => {
    strokeCircle(pen, 16, 6, ink.halo);
    strokeCircle(pen, 16, 3, ink.accent);
  });
  const fillCell = (cell: number, colour: string) =>
    inCell(cell, () => {
      pen.fillStyle = colour;
      // Not up to the edge: lines from neighbouring cells would be visible.
      const side = cellPx - 4;
      pen.fillRect(-side / 2, -side / 2, side, side);
    });
  fillCell(cells.leg, ink.text);
  fillCell(estimateCells.line, colourOf('moving'));
  inCell(estimateCells.arrow, () => drawHollowArrow(pen, colourOf('moving'), ink.halo));
  plateStates.forEach((state, i) =>
    inCell(firstPlate + i, () => drawPlate(pen, state, colourOf(state), ink.halo)),
  );
  inCell(pointerCell, () => drawPointer(pen, colourOf('moving'), ink.halo));
  for (const [i, kind] of vehicleKinds.entries()) {
    inCell(firstKind + i, () => {
      pen.translate(-8, -8);
      pen.fillStyle = ink.halo;
      pen.fill(new Path2D(kindOutlines[kind]), 'evenodd');
    });
  }
  const advances = new Map<string, number>();
  for (const [i, glyph] of glyphs.entries()) {
    inCell(cells.firstGlyph + i, () => {
      pen.font = countFont;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillStyle = ink.text;
      pen.fillText(glyph, 0, 0.5);
      advances.set(glyph, pen.measureText(glyph).width);
    });
  }
  return { picture: pen.getImageData(0, 0, canvas.width, canvas.height), advances };
}
