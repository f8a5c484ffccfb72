import type {
  ExpressionSpecification,
  LayerSpecification,
  Map as BaseMap,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { deviceStates } from '#shared/domain/device-state';
import { deviceStateLooks, type ColourScheme } from '../../../renderer/lib/device-state-look';
import {
  atlasColumns,
  cellPx,
  cells,
  inks,
  type Atlas,
} from '../../../renderer/features/map/fleet/atlas';
import { mapFont } from '../../../renderer/features/map/style/style-names';

// The look of the app's own layer with features of MapLibre: pictures in its sprite, symbol layers
// for clusters, devices and their critical marks.

export const source = 'bench-devices';

/** The most parts of a ring: each combination of states is a picture of its own. */
const ringParts = 24;

const cellName = (cell: number) => `cell-${cell}`;

/** A symbol without the empty margin of its cell, which would keep names away. */
const symbolPx = 26;

function addCells(map: BaseMap, { canvas }: Atlas): void {
  const pixelRatio = window.devicePixelRatio;
  const side = Math.round(symbolPx * pixelRatio);
  const rim = ((cellPx - symbolPx) / 2) * pixelRatio;
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const pen = copy.getContext('2d', { willReadFrequently: true })!;
  pen.drawImage(canvas, 0, 0);
  for (let cell = 0; cell < cells.selection; cell++) {
    const x = (cell % atlasColumns) * cellPx * pixelRatio + rim;
    const y = Math.floor(cell / atlasColumns) * cellPx * pixelRatio + rim;
    map.addImage(cellName(cell), pen.getImageData(x, y, side, side), { pixelRatio });
  }
}

/** `ring:RADIUS:end of each state's part except the last`, drawn when a tile first uses it. */
function drawRing(name: string, theme: ColourScheme): ImageData {
  const [, radiusText, endsText] = name.split(':');
  const radius = Number(radiusText);
  const ends = [...endsText!.split(',').map(Number), ringParts];
  const ratio = window.devicePixelRatio;
  const side = Math.ceil((radius + 3) * 2 * ratio);
  const pen = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })!;
  pen.setTransform(ratio, 0, 0, ratio, side / 2, side / 2);
  const disc = (size: number, colour: string) => {
    pen.beginPath();
    pen.arc(0, 0, size, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
  };
  disc(radius + 1.5, inks[theme].halo);
  let from = 0;
  deviceStates.forEach((state, i) => {
    const to = ends[i]!;
    pen.beginPath();
    pen.moveTo(0, 0);
    const turn = (part: number) => (part / ringParts) * 2 * Math.PI - Math.PI / 2;
    pen.arc(0, 0, radius, turn(from), turn(to));
    pen.fillStyle = deviceStateLooks[state].colour[theme];
    if (to > from) pen.fill();
    from = to;
  });
  disc(radius - 4, inks[theme].disc);
  return pen.getImageData(0, 0, side, side);
}

export function addImages(map: BaseMap, atlas: Atlas, theme: ColourScheme): void {
  addCells(map, atlas);
  map.setMissingStyleImageResolver((id) => {
    if (!id.startsWith('ring:') || map.hasImage(id)) return;
    map.addImage(id, drawRing(id, theme), { pixelRatio: window.devicePixelRatio });
  });
}

/** The picture of a cluster whose states end at these shares of its ring. */
export const ringName = (radius: number, ends: readonly number[]) =>
  `ring:${radius}:${ends.map((end) => Math.round(end * ringParts)).join(',')}`;

/** The same as an expression over sums `s0`, `s1`, … of the cluster source. */
export function ringExpression(): ExpressionSpecification {
  const count: ExpressionSpecification = ['get', 'point_count'];
  const ends = deviceStates.slice(0, -1).flatMap((_, last) => {
    const sums = deviceStates
      .slice(0, last + 1)
      .map((__, i): ExpressionSpecification => ['get', `s${i}`]);
    const share: ExpressionSpecification = ['/', ['+', ...sums], count];
    const end: ExpressionSpecification = ['to-string', ['round', ['*', ringParts, share]]];
    return last === 0 ? [end] : [',', end];
  });
  const radius: ExpressionSpecification = ['step', count, '15', 10, '17', 100, '20', 1000, '23'];
  return ['concat', 'ring:', radius, ':', ...ends];
}

interface LayerTexts {
  clusterIcon: ExpressionSpecification;
  clusterText: ExpressionSpecification;
  isCluster: ExpressionSpecification;
  /** The name of a device; null if something else draws the names. */
  name: ExpressionSpecification | null;
}

/** Layers for clusters, devices and critical marks, lowest first. */
export function deviceLayers(texts: LayerTexts, theme: ColourScheme): LayerSpecification[] {
  const ink = inks[theme];
  const overlapping = { 'icon-allow-overlap': true, 'text-allow-overlap': true } as const;
  const arrow: ExpressionSpecification = ['==', ['get', 'cell'], cellName(cells.movingArrow)];
  const single: ExpressionSpecification = ['!', texts.isCluster];
  const named: SymbolLayerSpecification['layout'] = texts.name
    ? {
        'text-field': texts.name,
        'text-font': [mapFont.regular],
        'text-size': 12,
        'text-variable-anchor': ['top', 'left', 'right', 'bottom'],
        'text-radial-offset': 1.1,
        'text-optional': true,
        'text-max-width': 14,
      }
    : {};
  const paint = {
    'text-color': ink.text,
    'text-halo-color': ink.halo,
    'text-halo-width': 1.5,
  } as const;
  const device = (
    id: string,
    filter: ExpressionSpecification,
    alignment: 'map' | 'viewport',
  ): SymbolLayerSpecification => ({
    id,
    type: 'symbol',
    source,
    filter: ['all', single, filter],
    layout: {
      'icon-image': ['get', 'cell'],
      'icon-rotate': ['get', 'course'],
      'icon-rotation-alignment': alignment,
      'icon-allow-overlap': true,
      ...named,
    },
    paint,
  });
  return [
    {
      id: 'bench-clusters',
      type: 'symbol',
      source,
      filter: texts.isCluster,
      layout: {
        'icon-image': texts.clusterIcon,
        'text-field': texts.clusterText,
        'text-font': [mapFont.semiBold],
        'text-size': 13,
        'icon-padding': 0,
        ...overlapping,
      },
      paint: { 'text-color': ink.text },
    },
    device('bench-devices', ['!', arrow], 'viewport'),
    device('bench-arrows', arrow, 'map'),
    {
      id: 'bench-critical',
      type: 'symbol',
      source,
      filter: ['all', single, ['get', 'isCritical']],
      layout: {
        'icon-image': cellName(cells.critical),
        'icon-offset': [9, -9],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
  ];
}
