import { z } from 'zod';
import { alertNames } from '../rules/alert-names';
import { moment } from './moment';

/** A tracker's clock may run a little ahead of the service's. */
export const latestAllowed = (now: number) => now + 5 * 60_000;

const dateTime = moment('must be given, ISO 8601');

const within = (low: number, high: number) =>
  z
    .number(`must be a number from ${low} to ${high}`)
    .min(low, `must be a number from ${low} to ${high}`)
    .max(high, `must be a number from ${low} to ${high}`);
const positive = z.number('must be a number, 0 or more').nonnegative('must be a number, 0 or more');
const whole = positive.int('must be a whole number');
const percent = within(0, 100).int('must be a whole number from 0 to 100');
const number = z.number('must be a number');
const texts = z.array(z.string('must be text'), 'must be an array of texts');
const switches = z.array(z.boolean('must be true or false'), 'must be an array of true or false');
const values = z.record(z.string(), z.string('must be text'), 'must be an object of texts');

/** A submitted location record (wire contract 3.4); unknown members are stored. */
export const locationSchema = z.looseObject(
  {
    dateTime,
    latitude: within(-90, 90),
    longitude: within(-180, 180),
    speed: positive.nullish(),
    course: within(0, 360).nullish(),
    battery: percent.nullish(),
    fuel: percent.nullish(),
    fuel2: percent.nullish(),
    temperature: number.nullish(),
    temperature2: number.nullish(),
    sensorTime1: whole.nullish(),
    sensorTime2: whole.nullish(),
    sensorTime3: whole.nullish(),
    sensorTime4: whole.nullish(),
    inactiveSeconds: whole.nullish(),
    rpm: whole.nullish(),
    milleage: positive.nullish(),
    warningTexts: texts.nullish(),
    alertTexts: texts.nullish(),
    alerts: texts.nullish(),
    warnings: texts.nullish(),
    hasCriticalAlert: z.boolean('must be true or false').nullish(),
    attributes: values.nullish(),
    accessoriesAttributes: z.array(values).nullish(),
    inputs: switches.nullish(),
    outputs: switches.nullish(),
  },
  'must be a location: dateTime, latitude, longitude and what else is known',
);

const alertName = z
  .string('must be text')
  .refine((name) => alertNames.has(name), 'must hold names of alerts only');

/** A submitted alert (wire contract 3.7). */
export const alertSchema = z.object(
  {
    dateTime,
    latitude: within(-90, 90),
    longitude: within(-180, 180),
    text: z.string('must be text').nullable().default(null),
    notifications: texts.default([]),
    alerts: z.array(alertName, 'must be an array of texts').min(1, 'must name at least one alert'),
  },
  'must be an alert: dateTime, latitude, longitude and alerts',
);
