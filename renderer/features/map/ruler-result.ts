import type { Coordinates } from '#shared/domain/coordinates';
import type { DistanceUnit, Units } from '#shared/domain/units';
import type { Format } from '#lib/format';
import type { Measured, Ruler } from './ruler';

interface UnitOf<Name> {
  unit: Name;
  /** Metres or square metres. */
  size: number;
  /** Used from this number of it on; the smallest unit of a list is used for the rest. */
  from: number;
}

const lengths: Record<DistanceUnit, readonly UnitOf<DistanceUnit | Units['length']>[]> = {
  km: [
    { unit: 'km', size: 1000, from: 1 },
    { unit: 'm', size: 1, from: 0 },
  ],
  mi: [
    { unit: 'mi', size: 1609.344, from: 0.25 },
    { unit: 'ft', size: 0.3048, from: 0 },
  ],
  nmi: [
    { unit: 'nmi', size: 1852, from: 0.25 },
    { unit: 'm', size: 1, from: 0 },
  ],
};

const areas = {
  km: [
    { unit: 'map.area.squareKilometres', size: 1e6, from: 1 },
    { unit: 'map.area.hectares', size: 1e4, from: 1 },
    { unit: 'map.area.squareMetres', size: 1, from: 0 },
  ],
  mi: [
    { unit: 'map.area.squareMiles', size: 1609.344 ** 2, from: 1 },
    { unit: 'map.area.acres', size: 1609.344 ** 2 / 640, from: 1 },
    { unit: 'map.area.squareFeet', size: 0.3048 ** 2, from: 0 },
  ],
  nmi: [
    { unit: 'map.area.squareNauticalMiles', size: 1852 ** 2, from: 0.25 },
    { unit: 'map.area.squareMetres', size: 1, from: 0 },
  ],
} as const satisfies Record<DistanceUnit, readonly UnitOf<string>[]>;

/** "12.34 km", "350 m". */
export function lengthText(metres: number, { amount, units }: Format): string {
  const { unit, value, precision } = inUnit<UnitOf<DistanceUnit | Units['length']>>(
    metres,
    lengths[units.distance],
  );
  return amount(value, unit, precision);
}

/** "3.20 km²", "1.5 ha". */
export function areaText(squareMetres: number, { t, rounded, units }: Format): string {
  const { unit, value, precision } = inUnit<(typeof areas)[DistanceUnit][number]>(
    squareMetres,
    areas[units.distance],
  );
  return t(unit, { amount: rounded(value, precision) });
}

/** A size in the largest unit of which it is enough. */
function inUnit<Each extends UnitOf<unknown>>(size: number, units: readonly Each[]) {
  const found = units.find((each) => size / each.size >= each.from) ?? units.at(-1)!;
  const value = size / found.size;
  const isSmallest = found === units.at(-1);
  const precision = isSmallest || value >= 1000 ? 'whole' : value >= 100 ? 'tenth' : 'hundredth';
  return { unit: found.unit as Each['unit'], value, precision } as const;
}

/** The result as text for other programs. */
export function rulerText(
  { points, isClosed }: Ruler,
  { metres, squareMetres }: Measured,
  format: Format,
): string {
  const { t } = format;
  const length = lengthText(metres, format);
  const lines = [
    isClosed ? t('map.ruler.perimeter', { length }) : t('map.ruler.distance', { length }),
  ];
  if (squareMetres !== null) {
    lines.push(t('map.ruler.area', { area: areaText(squareMetres, format) }));
  }
  const place = ({ latitude, longitude }: Coordinates) => format.coordinates(latitude, longitude);
  return [...lines, ...points.map(place)].join('\n');
}
