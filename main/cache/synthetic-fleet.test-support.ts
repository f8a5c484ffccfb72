import type { Device } from '#shared/domain/device';
import type { Fix } from '#shared/domain/fix';
import type { FixUpdate, OpenedCache } from './cache';
import { loadFleet, type ListedDevice } from './fleet';
import { workPart } from './schema';
import { openVault, type Vault } from './vault';

// A fleet for tests and benchmarks: all values are derived from the number of the device.

/** A time in the past, so that nothing depends on the clock. */
export const syntheticNow = Date.UTC(2026, 0, 15, 12);

/** Device number `i`, with the JSON a service might have sent for it. */
export function syntheticDevice(i: number, change: Partial<Device> = {}): ListedDevice {
  const record: Device = {
    id: `dev-${(i * 2_654_435_761) % 4_294_967_296}-${i}`,
    name: `Vehicle ${i} Łódź`,
    description: i % 3 === 0 ? null : `Delivery van of depot ${i % 17}`,
    phone: `+49151${String(i).padStart(7, '0')}`,
    tags: i % 2 === 0 ? { depot: `D${i % 17}`, crew: 'night: two' } : {},
    expiresAt: i % 5 === 0 ? null : syntheticNow + i * 86_400_000,
    limits: null,
    extra: { model: `M${i % 7}` },
    unlistedAt: null,
    ...change,
  };
  const raw = { deviceId: record.id, name: record.name, min: record.phone, model: `M${i % 7}` };
  return { record, raw };
}

/** A fix of device number `i`, with the JSON a service might have sent for it. */
export function syntheticFix(i: number, at: number, change: Partial<Fix> = {}) {
  const fix: Fix = {
    at,
    latitude: 45 + (i % 1000) / 100,
    longitude: 5 + (i % 777) / 50,
    speed: i % 30,
    course: (i * 7) % 360,
    battery: i % 4 === 0 ? null : i % 101,
    fuel: null,
    fuel2: null,
    temperature: 21.5,
    temperature2: null,
    sensorTimes: [0, 12],
    inactiveSeconds: i % 600,
    rpm: 1800,
    mileageKm: i * 1.25,
    warningTexts: [],
    alertTexts: i % 9 === 0 ? ['Overspeed'] : [],
    alerts: [],
    warnings: [],
    hasCriticalAlert: i % 9 === 0,
    attributes: { satellites: '11', hdop: '0.9', gsm: '23' },
    accessories: [],
    inputs: [true, false],
    outputs: [false],
    extra: {},
    ...change,
  };
  const raw = { time: at, lat: fix.latitude, lng: fix.longitude, speed: fix.speed, rpm: fix.rpm };
  return { fix, raw };
}

/** The first `count` devices. */
export function syntheticFleet(count: number): ListedDevice[] {
  return Array.from({ length: count }, (_, i) => syntheticDevice(i));
}

/** A fix for each of the slots, all at the same time. */
export function syntheticFixes(slots: Iterable<number>, at: number): FixUpdate[] {
  return Array.from(slots, (slot) => ({ slot, ...syntheticFix(slot, at), checkedAt: at + 1000 }));
}

/** A vault of a test as the copy of an account, with a work file in memory. */
export function openedWith(vault: Vault, key: Uint8Array): OpenedCache {
  return {
    copy: { vault, isOnDisk: true, notice: null },
    work: { vault: openVault(workPart, { file: null, key }), isOnDisk: false, notice: null },
    fleet: loadFleet(vault),
  };
}
