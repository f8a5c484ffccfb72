import { convertSpeed, metresPerLength, type Units } from '#shared/domain/units';

/** The unit in which a setting is stored. */
export type QuantityKind = 'speedKmh' | 'metres';

/** Lengths are written out beside a field; "m" could be minutes. */
const lengthNames: Record<Units['length'], string> = { m: 'metres', ft: 'feet' };

interface Bounds {
  min: number;
  max: number;
  decimals: number;
}

/** How a stored quantity is shown, and how a typed one is stored: always within the bounds. */
export function scaleOf(kind: QuantityKind, units: Units, { min, max, decimals }: Bounds) {
  const factor =
    kind === 'speedKmh' ? convertSpeed(1, 'km/h', units.speed) : 1 / metresPerLength[units.length];
  const digits = 10 ** decimals;
  return {
    unit: kind === 'speedKmh' ? units.speed : lengthNames[units.length],
    shown: (stored: number) => Math.round(stored * factor * digits) / digits,
    // Rounded so that the unit itself, converted to and fro, stays a round number.
    stored: (shown: number) =>
      Math.min(max, Math.max(min, Number((shown / factor).toPrecision(12)))),
  };
}
