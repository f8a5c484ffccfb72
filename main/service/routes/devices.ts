import type { Context } from 'hono';
import { changed, type ServiceContext } from '../context';
import { demoFixAt, type DemoFix } from '../demo/simulator';
import { readPatch, readAs, refuseUnknownMembers, patched } from '../body';
import { refuse } from '../refusal';
import type { JsonObject, Reply } from '../reply';
import { dayOf, writeMoment, isCalendarDay } from '../rules/calendar';
import { listedOf, type DeviceRow, type Listed } from '../store';
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from 'rfc6902';
import { z } from 'zod';
import { activated, expiresAt, isPastExpiry, settled } from '../rules/licences';

export async function listDevices(context: ServiceContext): Promise<Reply> {
  const devices = await devicesNow(context);
  const listed =
    context.quirks.expiredDevices === 'leftOut'
      ? [...devices].filter(({ isActive }) => isActive)
      : devices;
  /** Licences in use, counted while the records are made. */
  let used = 0;
  return {
    kind: 'list',
    key: 'devices',
    records: listedOf(listed, (device) => {
      if (device.isActive) used += 1;
      return deviceRecord(context, device);
    }),
    ...(context.extensions
      ? { after: () => ({ licences: { total: context.terms.licences, used } }) }
      : {}),
  };
}

export async function readDevice(context: ServiceContext, id: string): Promise<Reply> {
  return {
    kind: 'keyed',
    key: 'device',
    record: deviceRecord(context, await deviceNow(context, id)),
  };
}

export async function patchDevice(context: ServiceContext, id: string, c: Context): Promise<Reply> {
  const patch = await readPatch(c, context.quirks);
  const { device, message } = await changed(context, async (context) => {
    const before = await deviceNow(context, id);
    const after = await patchedDevice(context, before, patch);
    await context.store.devices.save([after.device]);
    return after;
  });
  return {
    kind: 'keyed',
    key: 'device',
    record: deviceRecord(context, device),
    ...(message !== null && { beside: { message } }),
  };
}

/** A simulated fix as a location record, in the configured unit of speed. */
export function simulatedRecord(context: ServiceContext, { at, record }: DemoFix): JsonObject {
  const { speed } = record;
  const isKmh = context.quirks.speedUnit === 'km/h' && typeof speed === 'number';
  return {
    dateTime: writeMoment(at),
    ...(record as JsonObject),
    ...(isKmh ? { speed: Number((speed * 3.6).toFixed(1)) } : {}),
  };
}

/** The latest fix, simulated or submitted. */
async function newestFix(context: ServiceContext, device: DeviceRow): Promise<JsonObject | null> {
  const stored = await context.store.lastFix(device.id, context.quirks.lastLocationBy);
  const simulated = device.demo ? demoFixAt(device.demo, context.now()) : null;
  const isStored =
    stored !== null &&
    (context.quirks.lastLocationBy === 'arrival' || stored.at >= (simulated?.at ?? -Infinity));
  if (isStored) return { dateTime: writeMoment(stored.at), ...(stored.record as JsonObject) };
  return simulated && simulatedRecord(context, simulated);
}

export async function readLastLocation(context: ServiceContext, id: string): Promise<Reply> {
  const record = await newestFix(context, await deviceNow(context, id));
  if (!record && context.quirks.neverReported === 'notFound') {
    refuse(404, 'This device has never reported a location.');
  }
  if (record) await context.meter.results(id, 1);
  return { kind: 'keyed', key: 'lastLocation', record };
}

/** The device record of wire contract 3.1, with the declared extensions if enabled. */
function deviceRecord(context: ServiceContext, device: DeviceRow): JsonObject {
  const expiry = expiresAt(device, context.timeZone);
  return {
    id: device.id,
    name: device.name,
    description: device.description,
    min: device.phone,
    tags: device.tags,
    expires: expiry === null ? null : writeMoment(expiry),
    ...(context.extensions
      ? {
          active: device.isActive,
          limits: {
            ...device.limits,
            emailsSentToday: device.counters.emails,
            smsSentToday: device.counters.sms,
          },
        }
      : {}),
  };
}

/** The device's current state, or a 404. */
export async function deviceNow(context: ServiceContext, id: string): Promise<DeviceRow> {
  const device = await context.store.devices.one(id);
  if (!device) return refuse(404, 'Device not found.');
  return settledIn(context, device);
}

const settledIn = ({ now, timeZone, quirks }: ServiceContext, device: DeviceRow): DeviceRow =>
  settled(device, now(), timeZone, quirks.expiryEnds);

/** The current state of all devices. */
async function devicesNow(context: ServiceContext): Promise<Listed<DeviceRow>> {
  return listedOf(await context.store.devices.all(), (device) => settledIn(context, device));
}

/** Devices that count as a used licence now. */
export const usedLicences = ({ store, now, timeZone, quirks }: ServiceContext): Promise<number> =>
  store.licencesAfter(quirks.expiryEnds === 'limits' ? '' : dayOf(now(), timeZone));

const limit = z
  .number('must be a whole number, 0 or more, or null for no limit')
  .int('must be a whole number, 0 or more, or null for no limit')
  .nonnegative('must be a whole number, 0 or more, or null for no limit')
  .nullable()
  .default(null);

const text = z.string('must be text').nullable().default(null);

const documentSchema = z.object({
  id: z.unknown(),
  expires: z.unknown(),
  name: z.string('must be text').trim().min(1, 'must not be empty'),
  description: text,
  min: text,
  tags: z.record(z.string(), z.string('must be text'), 'must be an object of texts').default({}),
  active: z.boolean('must be true or false'),
  limits: z.object(
    {
      expires: z.boolean('must be true or false').default(false),
      expirationDate: z
        .string('must be a day such as 2030-01-31')
        .refine(isCalendarDay, 'must be a day such as 2030-01-31')
        .nullable()
        .default(null),
      dailyEmailLimit: limit,
      dailySmsLimit: limit,
      emailsSentToday: z.unknown(),
      smsSentToday: z.unknown(),
    },
    'must be an object',
  ),
});

type Document = z.infer<typeof documentSchema>;

const texts = ['name', 'description', 'min', 'tags'] as const;

function refuseReadOnly(
  { isPlain }: ServiceContext,
  device: DeviceRow,
  before: JsonObject,
  after: Document,
): void {
  const { emails, sms } = device.counters;
  // The specification lets nobody but the account holder name a device.
  const plain = isPlain ? texts : [];
  const fixed: [name: string, before: unknown, after: unknown][] = [
    ...(['id', 'expires', ...plain] as const).map(
      (name) => [name, before[name], after[name]] as [string, unknown, unknown],
    ),
    ['limits/emailsSentToday', emails, after.limits.emailsSentToday],
    ['limits/smsSentToday', sms, after.limits.smsSentToday],
  ];
  const touched = fixed.find(([, was, is]) => !isDeepStrictEqual(was, is));
  if (touched) refuse(400, `${touched[0]}: is read-only and cannot be changed.`);
}

/**
 * The device after a JSON Patch on its record (an extension; see README): settings of section 2.3
 * under `/limits`, the texts, and `/active` set to true, which is the activation of section 3.
 * `message` says what was changed besides.
 */
async function patchedDevice(
  context: ServiceContext,
  device: DeviceRow,
  patch: readonly Operation[],
): Promise<{ device: DeviceRow; message: string | null }> {
  const before = deviceRecord(context, device);
  const document = patched(before, patch);
  refuseUnknownMembers(document, Object.keys(documentSchema.shape), 'a device', context.quirks);
  const after = readAs(documentSchema, document);
  refuseUnknownMembers(
    (document as JsonObject).limits,
    Object.keys(documentSchema.shape.limits.shape),
    'the limits of a device',
    context.quirks,
  );
  refuseReadOnly(context, device, before, after);
  const { expires, expirationDate, dailyEmailLimit, dailySmsLimit } = after.limits;
  if (expires && expirationDate === null) {
    refuse(400, 'limits.expirationDate: an expiration date is required when Expires is on.');
  }
  const edited: DeviceRow = {
    ...device,
    name: after.name,
    description: after.description,
    phone: after.min,
    tags: after.tags,
    limits: { expires, expirationDate, dailyEmailLimit, dailySmsLimit },
  };
  const isAsked = patch.some(({ op, path }) => op !== 'test' && /^(\/active)?$/.test(path));
  if (!after.active && device.isActive) {
    refuse(400, 'active: a device cannot be switched off; it expires by its date.');
  }
  if (after.active && !device.isActive) {
    const used = await usedLicences(context);
    if (used >= context.terms.licences) {
      refuse(409, 'No licence is available: every licence is in use, so activation is refused.');
    }
  }
  if (!after.active || !isAsked) return { device: settledIn(context, edited), message: null };
  const active = device.isActive ? edited : activated(edited);
  const { limits, message, keptDate } = atPassedDate(context, edited);
  return { device: settledIn(context, { ...active, limits, keptDate }), message };
}

/**
 * What an activation makes of a date that has been reached. An active device whose expiry has passed
 * would contradict section 8, and section 3 names a free licence as the only condition: so Expires is
 * switched off, and the date stays stored. The other two readings are choices.
 */
function atPassedDate(
  { now, timeZone, quirks }: ServiceContext,
  device: DeviceRow,
): { limits: DeviceRow['limits']; keptDate: string | null; message: string | null } {
  const { limits } = device;
  const date = limits.expirationDate;
  if (quirks.expiryEnds === 'limits' || !isPastExpiry(device, now(), timeZone)) {
    return { limits, keptDate: null, message: null };
  }
  if (quirks.activationAfterDate === 'kept') return { limits, keptDate: date, message: null };
  if (quirks.activationAfterDate === 'refused') {
    refuse(
      409,
      `The expiration date ${date} has passed: set a later date or switch Expires off in the same request.`,
    );
  }
  const message = `Expires was switched off, because its date ${date} has passed.`;
  return { limits: { ...limits, expires: false }, keptDate: null, message };
}
