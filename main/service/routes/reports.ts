import type { Context } from 'hono';
import { z } from 'zod';
import { readAs, readJson, refuseUnknownMembers } from '../body';
import { changed, type ServiceContext } from '../context';
import { demoFixes } from '../demo/simulator';
import { refuse } from '../refusal';
import type { JsonObject, Reply } from '../reply';
import { writeMoment, moment } from '../rules/calendar';
import type { AlertRow, DeviceRow, FixRow, Range } from '../store';
import { deviceNow, simulatedRecord } from './devices';

/** More records than this could not be sent within the time limit (408). */
const mostRecords = 50_000;

const rangeSchema = z.object({
  from: moment('must be given: the start of the range, ISO 8601'),
  to: moment('must be given: the end of the range, ISO 8601'),
});

function readRange(context: ServiceContext, body: unknown): Range {
  const range = readAs(rangeSchema, body);
  if (range.from > range.to) refuse(400, 'from: must not be later than to.');
  const { longestRangeMs, rangeRefusal } = context.quirks;
  if (longestRangeMs !== null && range.to - range.from > longestRangeMs) {
    const hours = longestRangeMs / 3_600_000;
    refuse(
      rangeRefusal,
      rangeRefusal === 408
        ? 'The request took longer than allowed; ask for a shorter range.'
        : `The range may be at most ${hours} hours long.`,
    );
  }
  return answeredRange(context, range);
}

/**
 * The records a body submits: under `name` or its plural, one or an array, or the body itself, one or an
 * array. null for a query.
 */
function submitted(body: unknown, name: 'location' | 'alert'): unknown[] | null {
  if (Array.isArray(body)) return body as unknown[];
  if (typeof body !== 'object' || body === null) return null;
  const members = body as Record<string, unknown>;
  // An alert has a member `alerts` itself.
  if ('dateTime' in members && 'latitude' in members) return [body];
  const given = members[name] ?? members[`${name}s`] ?? null;
  if (given === null) return null;
  return Array.isArray(given) ? (given as unknown[]) : [given];
}

function refuseSubmission(context: ServiceContext, what: string): void {
  if (context.quirks.reportCalls === 'query') refuse(400, `${what} cannot be submitted here.`);
}

/** Stores locations and returns them in the order given. */
async function storeLocations(
  context: ServiceContext,
  deviceId: string,
  given: unknown[],
): Promise<FixRow[]> {
  refuseSubmission(context, 'Locations');
  const now = context.now();
  return changed(context, async (context) => {
    await deviceNow(context, deviceId);
    const fixes: FixRow[] = given.map((item, i) => {
      const { dateTime, ...record } = readAs(locationSchema, item);
      if (dateTime > latestAllowed(now)) {
        refuse(400, `dateTime: location ${i + 1} lies in the future.`);
      }
      return { deviceId, at: dateTime, arrivedAt: now, record };
    });
    await context.store.saveFixes(fixes);
    return fixes;
  });
}

const written = (fix: { at: number; record: Record<string, unknown> }): JsonObject => ({
  dateTime: writeMoment(fix.at),
  ...(fix.record as JsonObject),
});

/** One location beside a range, as the live pages list the call. */
async function takeRanged(context: ServiceContext, id: string, body: unknown): Promise<void> {
  const { locationMember } = context;
  const location = (body as { location?: unknown } | null)?.location ?? null;
  if (locationMember === 'ignored') return;
  if (location === null) {
    if (locationMember === 'required') refuse(400, 'location: must be given.');
    return;
  }
  if (Array.isArray(location)) refuse(400, 'location: must be one object, not a list.');
  const { from, to } = readRange(context, body);
  const { dateTime } = readAs(locationSchema, location);
  if (dateTime < from || dateTime > to) {
    refuse(400, 'location: its dateTime must lie in the range.');
  }
  await storeLocations(context, id, [location]);
}

/** `POST …/locations`: a range query, or a submission if the body contains locations. */
export async function locations(context: ServiceContext, id: string, c: Context): Promise<Reply> {
  const body = await readJson(c);
  const given = context.locationMember === 'any' ? submitted(body, 'location') : null;
  if (given) {
    const stored = await storeLocations(context, id, given);
    return { kind: 'list', key: 'locations', status: 201, records: stored.map(written) };
  }
  const device = await deviceNow(context, id);
  if (context.locationMember !== 'any') await takeRanged(context, id, body);
  return locationsOf(context, device, body);
}

/** The locations of the range in a body. */
async function locationsOf(
  context: ServiceContext,
  device: DeviceRow,
  body: unknown,
): Promise<Reply> {
  const { id } = device;
  const range = readRange(context, body);
  const stored = await context.store.fixes(id, range, mostRecords + 1);
  const simulated = device.demo ? demoFixes(device.demo, range, context.now(), mostRecords) : [];
  const merged = new Map(simulated.map((fix) => [fix.at, simulatedRecord(context, fix)]));
  for (const fix of stored) merged.set(fix.at, written(fix));
  if (merged.size > mostRecords) {
    refuse(408, 'The request took longer than allowed; ask for a shorter range.');
  }
  await context.meter.results(id, merged.size);
  const ascending = [...merged].sort(([a], [b]) => a - b).map(([, record]) => record);
  return { kind: 'list', key: 'locations', records: rangeRecords(context, ascending) };
}

function alertRecord(context: ServiceContext, alert: AlertRow): JsonObject {
  const { notifications } = alert;
  const has = (word: string) => notifications.some((channel) => channel.toLowerCase() === word);
  return {
    dateTime: writeMoment(alert.at),
    latitude: alert.latitude,
    longitude: alert.longitude,
    text: alert.text,
    ...(context.quirks.alertShape === 'older'
      ? { email: has('email'), sms: has('sms') }
      : { notifications }),
    alerts: alert.alerts,
  };
}

/** Stores alerts and sends them over their channels within the daily limits. */
export async function storeAlerts(
  context: ServiceContext,
  deviceId: string,
  given: unknown[],
): Promise<Reply> {
  const now = context.now();
  const stored = await changed(context, async (context) => {
    let device = await deviceNow(context, deviceId);
    const rows = given.map((item, i): AlertRow => {
      refuseUnknownMembers(item, Object.keys(alertSchema.shape), 'an alert', context.quirks);
      const { dateTime, notifications, ...alert } = readAs(alertSchema, item);
      if (dateTime > latestAllowed(now)) {
        refuse(400, `dateTime: alert ${i + 1} lies in the future.`);
      }
      const sent = sentOver(device, notifications);
      device = sent.device;
      return { ...alert, deviceId, at: dateTime, notifications: sent.used };
    });
    await context.store.addAlerts(rows);
    await context.store.devices.save([device]);
    return rows;
  });
  const records = stored.map((alert) => alertRecord(context, alert));
  return { kind: 'list', key: 'alerts', status: 201, records };
}

/** `POST …/alerts`: a range query, or a submission if the body contains alerts. */
export async function alerts(context: ServiceContext, id: string, c: Context): Promise<Reply> {
  const body = await readJson(c);
  const given = submitted(body, 'alert');
  if (given) {
    refuseSubmission(context, 'Alerts');
    if (context.locationMember !== 'any') refuse(400, 'alert: this call takes no alerts.');
    return storeAlerts(context, id, given);
  }
  await deviceNow(context, id);
  const range = readRange(context, body);
  const name = (body as { alertName?: unknown }).alertName ?? null;
  if (name !== null && (typeof name !== 'string' || !alertNames.has(name))) {
    refuse(400, `alertName: ${JSON.stringify(name)} is not the name of an alert.`);
  }
  const found = (await context.store.alerts(id, range)).filter(
    (alert) => name === null || alert.alerts.includes(name as string),
  );
  await context.meter.results(id, found.length);
  const ascending = found.map((alert) => alertRecord(context, alert));
  return { kind: 'list', key: 'alerts', records: rangeRecords(context, ascending) };
}

/** A tracker's clock may run a little ahead of the service's. */
const latestAllowed = (now: number) => now + 5 * 60_000;

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

const hourMs = 3_600_000;

/** The range that is answered, which may differ from the requested one. */
function answeredRange({ quirks, now }: ServiceContext, range: Range): Range {
  switch (quirks.rangeBounds) {
    case 'requested':
      return range;
    case 'hourMore':
      return { from: range.from - hourMs, to: range.to + hourMs };
    case 'ignored':
      return { from: now() - 24 * hourMs, to: now() };
  }
}

/** The records of an answer to a range query, from all of them in ascending order. */
function rangeRecords(
  { quirks }: Pick<ServiceContext, 'quirks'>,
  ascending: readonly JsonObject[],
): JsonObject[] {
  const most = quirks.mostRangeRecords ?? ascending.length;
  const start = quirks.returnedRecords === 'last' ? Math.max(0, ascending.length - most) : 0;
  const sent = ascending.slice(start, start + most).map((record) => inRangeForm(record, quirks));
  return quirks.rangeOrder === 'descending' ? sent.reverse() : sent;
}

function inRangeForm(record: JsonObject, { rangeMembers }: ServiceContext['quirks']): JsonObject {
  if (rangeMembers === 'documented') return record;
  const { dateTime = null, latitude = null, longitude = null, ...others } = record;
  if (rangeMembers === 'renamed')
    return { date: dateTime, lat: latitude, lng: longitude, ...others };
  if (rangeMembers === 'renamedPlace')
    return { dateTime, lat: latitude, lng: longitude, ...others };
  return { dateTime: 'yesterday', latitude: 'north', longitude: {}, ...others };
}

const emailWords = new Set(['email', 'e-mail', 'mail']);

/**
 * Sends one alert over the requested channels within the device's daily limits (sections 2.3 and 8),
 * which do not apply after they have expired.
 * Returns the channels used and the device with updated counters.
 */
function sentOver(
  device: DeviceRow,
  channels: readonly string[],
): { used: string[]; device: DeviceRow } {
  const { dailyEmailLimit, dailySmsLimit } = device.areLimitsExpired
    ? { dailyEmailLimit: null, dailySmsLimit: null }
    : device.limits;
  const counters = { ...device.counters };
  const used = [...new Set(channels)].filter((channel) => {
    const word = channel.toLowerCase();
    if (emailWords.has(word)) {
      if (counters.emails >= (dailyEmailLimit ?? Infinity)) return false;
      counters.emails += 1;
    } else if (word === 'sms') {
      if (counters.sms >= (dailySmsLimit ?? Infinity)) return false;
      counters.sms += 1;
    }
    return true;
  });
  return { used, device: { ...device, counters } };
}

const each = (...names: string[]) => names;
const numbered = (name: (number: number) => string) => [1, 2, 3, 4].map(name);

/** The names `alertName` may hold (wire contract, appendix A), in the case shown there. */
export const alertNames: ReadonlySet<string> = new Set([
  ...each('GPSOff', 'GPSNoSignal', 'GPSUnplugged'),
  ...each('ForbiddenArea', 'AllowedArea', 'CheckPoint', 'CheckArea', 'Route', 'SOSButton'),
  ...each('SpeedLimit', 'SpeedLower', 'NoMovementTime', 'IdleTime'),
  ...each('HarshBraking', 'HarshAcceleration', 'Vibration', 'Mileage', 'RPM'),
  ...each('LowBattery', 'BatteryVoltage', 'SleepMode', 'Offline', 'AuthenticationFailed'),
  ...each('ExpiredDate', 'FutureDate', 'PastDate'),
  ...numbered((number) => `Sensor${number}On`),
  ...numbered((number) => `Sensor${number}Off`),
  ...numbered((number) => `Sensor${number}Time`),
  ...numbered((number) => `SensorAccumulated${number}Time`),
  ...each('TemperatureGreaterThan', 'TemperatureLowerThan'),
  ...each('Temperature2GreaterThan', 'Temperature2LessThan'),
  ...each('FuelJumpDown', 'FuelJumpDown2', 'FuelJumpUp', 'FuelJumpUp2'),
  ...each('FuelLessThan', 'FuelLessThan2'),
  ...each('AttributeEquals', 'AttributeLessThan', 'AttributeGreaterThan'),
]);
