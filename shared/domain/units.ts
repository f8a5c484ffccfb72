export const speedUnits = ['m/s', 'km/h', 'mph', 'kn'] as const;
export type SpeedUnit = (typeof speedUnits)[number];

/** Metres per second in one unit. */
export const metresPerSecond: Record<SpeedUnit, number> = {
  'm/s': 1,
  'km/h': 1 / 3.6,
  mph: 0.44704,
  kn: 1852 / 3600,
};

export const distanceUnits = ['km', 'mi', 'nmi'] as const;
export type DistanceUnit = (typeof distanceUnits)[number];

/** Metres in one unit. */
export const metresPer: Record<DistanceUnit, number> = { km: 1000, mi: 1609.344, nmi: 1852 };

type LengthUnit = 'm' | 'ft';

/** Metres in one unit. */
export const metresPerLength: Record<LengthUnit, number> = { m: 1, ft: 0.3048 };

export const unitSystems = ['metric', 'imperial', 'nautical'] as const;
type UnitSystem = (typeof unitSystems)[number];

/** The units shown to the user. */
export interface Units {
  speed: SpeedUnit;
  distance: DistanceUnit;
  /** For lengths too short for the unit of distances. */
  length: LengthUnit;
}

/** The units as the settings store them. */
export interface UnitChoice {
  speedUnit: SpeedUnit;
  /** null: the system of the unit of speeds. */
  unitSystem?: UnitSystem | null;
  /** null: the one of the system. */
  distanceUnit?: DistanceUnit | null;
}

const speedOfSystem: Record<UnitSystem, SpeedUnit> = {
  metric: 'km/h',
  imperial: 'mph',
  nautical: 'kn',
};
const distanceOfSystem: Record<UnitSystem, DistanceUnit> = {
  metric: 'km',
  imperial: 'mi',
  nautical: 'nmi',
};
const systemOfSpeed: Record<SpeedUnit, UnitSystem> = {
  'm/s': 'metric',
  'km/h': 'metric',
  mph: 'imperial',
  kn: 'nautical',
};
const lengthOf: Record<DistanceUnit, LengthUnit> = { km: 'm', mi: 'ft', nmi: 'm' };

/** The system that a choice belongs to, whatever its single units are. */
export const systemOf = ({ unitSystem, speedUnit }: UnitChoice): UnitSystem =>
  unitSystem ?? systemOfSpeed[speedUnit];

export function unitsOf(choice: UnitChoice): Units {
  const distance = choice.distanceUnit ?? distanceOfSystem[systemOf(choice)];
  return { speed: choice.speedUnit, distance, length: lengthOf[distance] };
}

/** All units of a system, without single choices. */
export const choiceOfSystem = (unitSystem: UnitSystem) => ({
  unitSystem,
  speedUnit: speedOfSystem[unitSystem],
  distanceUnit: null,
});

/** Only the units of settings or of a context. */
export const unitChoiceOf = ({
  speedUnit,
  unitSystem = null,
  distanceUnit = null,
}: UnitChoice): Required<UnitChoice> => ({ speedUnit, unitSystem, distanceUnit });

export function convertSpeed(value: number, from: SpeedUnit, to: SpeedUnit): number {
  return (value * metresPerSecond[from]) / metresPerSecond[to];
}
