import { deviceSchema, type Device } from '#shared/domain/device';
import { readBoolean } from '#shared/wire/read';
import { deviceFromColumns, fixFromColumns, positionFromColumns } from './columns';
import { readRecord, type Fleet, type StoredRecord } from './fleet';
import { readReports, type CachedReports } from './reports';
import type { Vault } from './vault';

/** Everything cached of one device. Raw texts are the original JSON; "" or null if missing. */
export interface CachedDetails extends CachedReports {
  device: Device;
  rawDevice: string;
  checkedAt: number | null;
}

function parsed<T>(
  schema: { safeParse(value: unknown): { success: boolean; data?: T | undefined } },
  json: string,
): T | null {
  const result = schema.safeParse(JSON.parse(json));
  return result.success ? (result.data ?? null) : null;
}

/** A device from its record and the columns. */
export function deviceIn(
  { columns, asOf }: Fleet,
  slot: number,
  record: StoredRecord | null,
): Device {
  const device = record && deviceOfRecord(record);
  const unlistedAt = orNull(columns.unlistedAt[slot]!);
  return {
    ...(device ?? deviceFromColumns(columns, slot)),
    unlistedAt,
    // The last list did not contain an unlisted device.
    receivedAt: orNull(columns.receivedAt[slot]!) ?? (unlistedAt === null ? asOf : null),
  };
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function deviceOfRecord({ json }: StoredRecord): Device | null {
  const device = parsed<Device>(deviceSchema, json);
  // Earlier versions stored `active` among the unknown members.
  const stored = device?.isActive === undefined ? readBoolean(device?.extra.active) : undefined;
  return device && typeof stored === 'boolean' ? { ...device, isActive: stored } : device;
}

export function readDetails(vault: Vault, fleet: Fleet, slot: number): CachedDetails {
  const { columns } = fleet;
  const record = readRecord(vault, slot);
  const reports = readReports(vault, slot);
  return {
    device: deviceIn(fleet, slot, record),
    rawDevice: record?.raw ?? '',
    fix: reports?.fix ?? fixFromColumns(columns, slot),
    rawFix: reports?.rawFix ?? null,
    position: reports?.position ?? positionFromColumns(columns, slot),
    noPositionSince: reports?.noPositionSince ?? null,
    otherAnswer: reports?.otherAnswer ?? null,
    rawOtherAnswer: reports?.rawOtherAnswer ?? null,
    checkedAt: orNull(columns.checkedAt[slot]!),
  };
}
