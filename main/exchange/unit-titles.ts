import type { DistanceUnit, SpeedUnit } from '#shared/domain/units';
import { message, type Message } from '#shared/i18n/translate';

const speedWords = { 'm/s': 'other', 'km/h': 'kmh', mph: 'mph', kn: 'kn' } as const;

/** The title of a column of speeds in a unit. */
export const speedTitle = (key: 'columns.speed' | 'columns.maxSpeed', unit: SpeedUnit): Message =>
  message(key, { unit: speedWords[unit] });

const distanceWords = { km: 'other', mi: 'mi', nmi: 'nmi' } as const;

/** The title of a column of distances in a unit. */
export const distanceTitle = (
  key: 'columns.mileage' | 'columns.distance' | 'columns.length',
  unit: DistanceUnit,
): Message => message(key, { unit: distanceWords[unit] });
