import type { Context } from 'hono';
import { z } from 'zod';
import { readAs, readJson, refuseUnknownMembers } from '../body';
import type { ServiceContext } from '../context';
import { demoFixes } from '../demo/simulator';
import { answeredRange, rangeRecords } from '../range-answer';
import { refuse } from '../refusal';
import type { JsonObject, Reply } from '../reply';
import { alertNames } from '../rules/alert-names';
import { writeMoment } from '../rules/calendar';
import { sentOver } from '../rules/channels';
import type { AlertRow, DeviceRow, FixRow, Range } from '../store';
import { deviceNow } from './device-record';
import { simulatedRecord } from './devices';
import { moment } from './moment';
import { alertSchema, latestAllowed, locationSchema } from './report-schemas';

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
  const fixes: FixRow[] = given.map((item, i) => {
    const { dateTime, ...record } = readAs(locationSchema, item);
    if (dateTime > latestAllowed(now)) {
      refuse(400, `dateTime: location ${i + 1} lies in the future.`);
    }
    return { deviceId, at: dateTime, arrivedAt: now, record };
  });
  await context.store.change(async (records) => {
    await deviceNow(context, deviceId, records);
    for (const fix of fixes) await records.saveFix(fix);
  });
  return fixes;
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
  const device = await deviceNow(context, id);
  if (context.locationMember !== 'any') {
    await takeRanged(context, id, body);
    return locationsOf(context, device, body);
  }
  const given = submitted(body, 'location');
  if (given) {
    const stored = await storeLocations(context, id, given);
    return { kind: 'list', key: 'locations', status: 201, records: stored.map(written) };
  }
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
  const stored = await context.store.fixes(id, range);
  const simulated = device.demo ? demoFixes(device.demo, range, context.now(), mostRecords) : [];
  const merged = new Map(simulated.map((fix) => [fix.at, simulatedRecord(context, fix)]));
  for (const fix of stored) merged.set(fix.at, written(fix));
  if (merged.size > mostRecords) {
    refuse(408, 'The request took longer than allowed; ask for a shorter range.');
  }
  context.meter.results(id, merged.size);
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
  const read = given.map((item, i) => {
    refuseUnknownMembers(item, Object.keys(alertSchema.shape), 'an alert', context.quirks);
    const alert = readAs(alertSchema, item);
    if (alert.dateTime > latestAllowed(now)) {
      refuse(400, `dateTime: alert ${i + 1} lies in the future.`);
    }
    return alert;
  });
  const stored = await context.store.change(async (records) => {
    let device = await deviceNow(context, deviceId, records);
    const rows: AlertRow[] = [];
    for (const { dateTime, notifications, ...alert } of read) {
      const sent = sentOver(device, notifications);
      device = sent.device;
      rows.push({ ...alert, deviceId, at: dateTime, notifications: sent.used });
    }
    for (const row of rows) await records.addAlert(row);
    await records.saveDevice(device);
    return rows;
  });
  const records = stored.map((alert) => alertRecord(context, alert));
  return { kind: 'list', key: 'alerts', status: 201, records };
}

/** `POST …/alerts`: a range query, or a submission if the body contains alerts. */
export async function alerts(context: ServiceContext, id: string, c: Context): Promise<Reply> {
  const body = await readJson(c);
  await deviceNow(context, id);
  const given = submitted(body, 'alert');
  if (given) {
    refuseSubmission(context, 'Alerts');
    if (context.locationMember !== 'any') refuse(400, 'alert: this call takes no alerts.');
    return storeAlerts(context, id, given);
  }
  const range = readRange(context, body);
  const name = (body as { alertName?: unknown }).alertName ?? null;
  if (name !== null && (typeof name !== 'string' || !alertNames.has(name))) {
    refuse(400, `alertName: ${JSON.stringify(name)} is not the name of an alert.`);
  }
  const found = (await context.store.alerts(id, range)).filter(
    (alert) => name === null || alert.alerts.includes(name as string),
  );
  context.meter.results(id, found.length);
  const ascending = found.map((alert) => alertRecord(context, alert));
  return { kind: 'list', key: 'alerts', records: rangeRecords(context, ascending) };
}
