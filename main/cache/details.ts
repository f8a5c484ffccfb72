import { deviceSchema, type Device } from '#shared/domain/device';
import { fixSchema, type Fix } from '#shared/domain/fix';
import type { FleetColumns } from '#shared/fleet/columns';
import { readBoolean } from '#shared/wire/read';
import { deviceFromColumns, fixFromColumns } from './columns';
import { readRecord, type StoredRecord } from './fleet';
import type { Vault } from './vault';

/** Everything cached of one device. Raw texts are the original JSON; "" or null if missing. */
export interface CachedDetails {
  device: Device;
  rawDevice: string;
  fix: Fix | null;
  rawFix: string | null;
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
export function deviceIn(columns: FleetColumns, slot: number, record: StoredRecord | null): Device {
  const device = record && deviceOfRecord(record);
  const unlistedAt = columns.unlistedAt[slot]!;
  return {
    ...(device ?? deviceFromColumns(columns, slot)),
    unlistedAt: Number.isNaN(unlistedAt) ? null : unlistedAt,
  };
}

function deviceOfRecord({ json }: StoredRecord): Device | null {
  const device = parsed<Device>(deviceSchema, json);
  // Earlier versions stored `active` among the unknown members.
  const stored = device?.isActive === undefined ? readBoolean(device?.extra.active) : undefined;
  return device && typeof stored === 'boolean' ? { ...device, isActive: stored } : device;
}

export function readDetails(vault: Vault, columns: FleetColumns, slot: number): CachedDetails {
  const record = readRecord(vault, slot);
  const fixRecord = vault.read('fix_records', slot)?.toString();
  const [fixJson, rawFix] = fixRecord?.split('\n') ?? [];
  const checkedAt = columns.checkedAt[slot]!;
  return {
    device: deviceIn(columns, slot, record),
    rawDevice: record?.raw ?? '',
    fix: (fixJson && parsed<Fix>(fixSchema, fixJson)) || fixFromColumns(columns, slot),
    rawFix: rawFix || null,
    checkedAt: Number.isNaN(checkedAt) ? null : checkedAt,
  };
}
