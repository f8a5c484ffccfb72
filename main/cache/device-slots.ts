import { textAt, type FleetColumns } from '#shared/fleet/columns';
import type { ListedDevice, PlacedDevices } from './fleet';

/** Which slot each device has, and which slots the devices of a list get. Slots are permanent. */
export interface DeviceSlots {
  /** The slot of a device; null for an id never listed. */
  slotOf(id: string): number | null;
  /** The ids of all devices, by slot. */
  ids(): string[];
  /** Devices by slot; the last of several with the same id wins. New ones get slots at the end. */
  place(devices: readonly ListedDevice[]): PlacedDevices;
  /** The same for a whole list, with the places that `prepareList` found for it, if they are still right. */
  placeList(devices: readonly ListedDevice[]): PlacedDevices;
  /**
   * Finds the places of a list in parts. New devices get their slots only with `placeList`. Stops and
   * returns null once it is superseded.
   */
  prepareList(
    devices: readonly ListedDevice[],
    nextTurn: () => Promise<void>,
    isSuperseded: () => boolean,
  ): Promise<PlacedDevices | null>;
}

/** The places of a list, found in advance. */
interface PreparedPlaces {
  devices: readonly ListedDevice[];
  placed: PlacedDevices;
  /** The slots of new devices. */
  assigned: ReadonlyMap<string, number>;
  /** How many slots there were. */
  count: number;
}

const placedInAStep = 500;

/** The index is read from the columns at the first use, and from then on kept here. */
export function createDeviceSlots(columns: () => FleetColumns): DeviceSlots {
  let index: Map<string, number> | null = null;
  let prepared: PreparedPlaces | null = null;

  function slots(): Map<string, number> {
    if (index) return index;
    const { id, count } = columns();
    index = new Map();
    for (let slot = 0; slot < count; slot++) index.set(textAt(id, slot), slot);
    return index;
  }

  const emptyPlaces = () => Array.from<ListedDevice | undefined>({ length: columns().count });

  /** New slots are added to `assigned`, and so become permanent if that is the index. */
  function placeInto(
    placed: (ListedDevice | undefined)[],
    devices: readonly ListedDevice[],
    assigned: Map<string, number>,
  ): void {
    const known = slots();
    for (const device of devices) {
      // The columns are UTF-8, which has no lone surrogates.
      const id = device.record.id.toWellFormed();
      const slot = known.get(id) ?? assigned.get(id) ?? placed.length;
      if (slot === placed.length) assigned.set(id, slot);
      placed[slot] = device;
    }
  }

  function place(devices: readonly ListedDevice[]): PlacedDevices {
    const placed = emptyPlaces();
    placeInto(placed, devices, slots());
    return placed;
  }

  return {
    slotOf: (id) => slots().get(id.toWellFormed()) ?? null,
    // In the order in which they were added, which is that of the slots.
    ids: () => Array.from(slots().keys()),
    place,
    placeList(devices) {
      const known = slots();
      const found = prepared;
      prepared = null;
      if (found?.devices !== devices || found.count !== known.size) return place(devices);
      for (const [id, slot] of found.assigned) known.set(id, slot);
      return found.placed;
    },
    async prepareList(devices, nextTurn, isSuperseded) {
      prepared = null;
      const { size: count } = slots();
      const placed = emptyPlaces();
      const assigned = new Map<string, number>();
      for (let from = 0; from < devices.length; from += placedInAStep) {
        placeInto(placed, devices.slice(from, from + placedInAStep), assigned);
        await nextTurn();
        if (isSuperseded()) return null;
      }
      prepared = { devices, placed, assigned, count };
      return placed;
    },
  };
}
