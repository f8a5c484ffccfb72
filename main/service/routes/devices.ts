import type { Context } from 'hono';
import type { ServiceContext } from '../context';
import { demoFixAt, type DemoFix } from '../demo/simulator';
import { readPatch } from '../patch';
import { refuse } from '../refusal';
import type { JsonObject, Reply } from '../reply';
import { writeMoment } from '../rules/calendar';
import { listedOf, type DeviceRow } from '../store';
import { deviceNow, deviceRecord, devicesNow, patchedDevice } from './device-record';

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
  const { device, message } = await context.store.change(async (records) => {
    const before = await deviceNow(context, id, records);
    const after = await patchedDevice(context, records, before, patch);
    await records.saveDevice(after.device);
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
  if (record) context.meter.results(id, 1);
  return { kind: 'keyed', key: 'lastLocation', record };
}
