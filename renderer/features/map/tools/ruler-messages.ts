import type { Coordinates } from '#shared/domain/coordinates';
import type { DistanceUnit } from '#shared/domain/units';
import { coordinates, type CoordinateStyle } from '#lib/format';
import type { Measured } from './measure';
import type { Ruler } from './ruler';

interface Unit {
  name: string;
  /** Metres or square metres. */
  size: number;
  /** Used from this number of it on; the smallest unit of a list is used for the rest. */
  from: number;
}

const lengths: Record<DistanceUnit, readonly Unit[]> = {
  km: [
    { name: 'km', size: 1000, from: 1 },
    { name: 'm', size: 1, from: 0 },
  ],
  mi: [
    { name: 'mi', size: 1609.344, from: 0.25 },
    { name: 'ft', size: 0.3048, from: 0 },
  ],
  nmi: [
    { name: 'nmi', size: 1852, from: 0.25 },
    { name: 'm', size: 1, from: 0 },
  ],
};

const areas: Record<DistanceUnit, readonly Unit[]> = {
  km: [
    { name: 'km²', size: 1e6, from: 1 },
    { name: 'ha', size: 1e4, from: 1 },
    { name: 'm²', size: 1, from: 0 },
  ],
  mi: [
    { name: 'mi²', size: 1609.344 ** 2, from: 1 },
    { name: 'acres', size: 1609.344 ** 2 / 640, from: 1 },
    { name: 'ft²', size: 0.3048 ** 2, from: 0 },
  ],
  nmi: [
    { name: 'nmi²', size: 1852 ** 2, from: 0.25 },
    { name: 'm²', size: 1, from: 0 },
  ],
};

/** "12.34 km", "350 m". */
export const lengthText = (metres: number, unit: DistanceUnit, locale: string): string =>
  textOf(metres, lengths[unit], locale);

/** "3.20 km²", "1.5 ha". */
export const areaText = (squareMetres: number, unit: DistanceUnit, locale: string): string =>
  textOf(squareMetres, areas[unit], locale);

function textOf(value: number, units: readonly Unit[], locale: string): string {
  const unit = units.find(({ size, from }) => value / size >= from) ?? units.at(-1)!;
  const number = value / unit.size;
  const isSmallest = unit === units.at(-1);
  const digits = isSmallest || number >= 1000 ? 0 : number >= 100 ? 1 : 2;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  return `${format.format(number)} ${unit.name}`;
}

export const rulerMessages = {
  name: 'Measure distance and area',
  panel: 'Ruler',
  start: 'Click on the map to set the first point. Space sets one at the centre of the map.',
  next: 'Click to add points. Double-click or Enter ends; Backspace removes the last point.',
  distance: (length: string) => `Distance: ${length}`,
  perimeter: (length: string) => `Perimeter: ${length}`,
  area: (area: string) => `Area: ${area}`,
  crossed: 'The lines cross each other, so there is no one area.',
  last: (length: string) => `Last part: ${length}`,
  toPointer: (length: string) => `To the pointer: ${length}`,
  addMiddle: 'Add centre of map',
  undo: 'Undo',
  undoTitle: 'Remove the last point (Backspace)',
  close: 'Close shape',
  closeTitle: 'Connect the last point with the first one and show the area',
  finish: 'Done',
  finishTitle: 'End measuring and keep the result (Enter)',
  resume: 'Continue',
  copy: 'Copy',
  end: 'Close the ruler',
  full: (most: string) => `A ruler has at most ${most} points.`,
};

/** The result as text for other programs. */
export function rulerText(
  { points, isClosed }: Ruler,
  { metres, squareMetres }: Measured,
  { unit, locale, style }: { unit: DistanceUnit; locale: string; style: CoordinateStyle },
): string {
  const length = lengthText(metres, unit, locale);
  const lines = [isClosed ? rulerMessages.perimeter(length) : rulerMessages.distance(length)];
  if (squareMetres !== null) lines.push(rulerMessages.area(areaText(squareMetres, unit, locale)));
  const place = ({ latitude, longitude }: Coordinates) => coordinates(latitude, longitude, style);
  return [...lines, ...points.map(place)].join('\n');
}
