import { deviceSchema, type Device } from '#shared/domain/device';
import { fixSchema, type Fix } from '#shared/domain/fix';
import type { FleetColumns } from '#shared/fleet/columns';
import { deviceFromColumns, fixFromColumns } from './columns';
import { readRecord } from './fleet';
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
export function deviceIn(columns: FleetColumns, slot: number, json: string | undefined): Device {
  const device = json ? parsed<Device>(deviceSchema, json) : null;
  const unlistedAt = columns.unlistedAt[slot]!;
  return {
    ...(device ?? deviceFromColumns(columns, slot)),
    unlistedAt: Number.isNaN(unlistedAt) ? null : unlistedAt,
  };
}

export function readDetails(vault: Vault, columns: FleetColumns, slot: number): CachedDetails {
  const record = readRecord(vault, slot);
  const fixRecord = vault.read('fix_records', slot)?.toString();
  const [fixJson, rawFix] = fixRecord?.split('\n') ?? [];
  const checkedAt = columns.checkedAt[slot]!;
  return {
    device: deviceIn(columns, slot, record?.json),
    rawDevice: record?.raw ?? '',
    fix: (fixJson && parsed<Fix>(fixSchema, fixJson)) || fixFromColumns(columns, slot),
    rawFix: rawFix || null,
    checkedAt: Number.isNaN(checkedAt) ? null : checkedAt,
  };
}
