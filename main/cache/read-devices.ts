import type { Device } from '#shared/domain/device';
import { deviceChunkSize } from './chunks';
import { deviceIn } from './details';
import { readAllRecords, readRecords, type Fleet } from './fleet';
import type { Storage } from './storage';
import type { Vault } from './vault';

/** Every device's record, by slot. */
export function* readAllDevices(vault: Vault, fleet: Fleet): Generator<Device> {
  let slot = 0;
  for (const record of readAllRecords(vault, fleet.columns.count)) {
    yield deviceIn(fleet, slot, record);
    slot += 1;
  }
}

/** The records of slots in ascending order: those of one chunk at a time, read as they are taken. */
export function* readDevicesAt(
  slots: readonly number[],
  fleet: () => Fleet,
  storage: () => Pick<Storage, 'vault' | 'guarded'>,
): Generator<Device[]> {
  for (let from = 0; from < slots.length;) {
    const chunk = Math.floor(slots[from]! / deviceChunkSize);
    let to = from + 1;
    while (to < slots.length && Math.floor(slots[to]! / deviceChunkSize) === chunk) to += 1;
    const part = slots.slice(from, to);
    from = to;
    yield storage().guarded(() => {
      const records = readRecords(storage().vault(), part);
      return part.map((slot, i) => deviceIn(fleet(), slot, records[i] ?? null));
    });
  }
}
