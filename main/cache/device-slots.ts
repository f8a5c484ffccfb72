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
  assigned: Map<string, number>;
  /** How many slots there were. */
  count: number;
}

const placedInAStep = 500;
/** A list with fewer new devices adds them to a part of the index that exists. */
const leastInPart = 4_096;

/** The index is read from the columns at the first use, and from then on kept here. */
export function createDeviceSlots(columns: () => FleetColumns): DeviceSlots {
  /**
   * In parts, in the order of the slots: a long list brings its own, so that adopting it does not visit each
   * device.
   */
  let index: Map<string, number>[] | null = null;
  let prepared: PreparedPlaces | null = null;

  function parts(): Map<string, number>[] {
    if (index) return index;
    const { id, count } = columns();
    const slots = new Map<string, number>();
    for (let slot = 0; slot < count; slot++) slots.set(textAt(id, slot), slot);
    index = [slots];
    return index;
  }

  function knownSlot(id: string): number | undefined {
    for (const part of parts()) {
      const slot = part.get(id);
      if (slot !== undefined) return slot;
    }
    return undefined;
  }

  const size = () => parts().reduce((sum, part) => sum + part.size, 0);
  const emptyPlaces = () => Array.from<ListedDevice | undefined>({ length: columns().count });

  function add(assigned: Map<string, number>): void {
    if (assigned.size >= leastInPart) parts().push(assigned);
    else for (const [id, slot] of assigned) parts().at(-1)!.set(id, slot);
  }

  function placeInto(
    placed: (ListedDevice | undefined)[],
    devices: readonly ListedDevice[],
    assigned: Map<string, number>,
  ): void {
    for (const device of devices) {
      // The columns are UTF-8, which has no lone surrogates.
      const id = device.record.id.toWellFormed();
      const slot = knownSlot(id) ?? assigned.get(id) ?? placed.length;
      if (slot === placed.length) assigned.set(id, slot);
      placed[slot] = device;
    }
  }

  function place(devices: readonly ListedDevice[]): PlacedDevices {
    const placed = emptyPlaces();
    const assigned = new Map<string, number>();
    placeInto(placed, devices, assigned);
    add(assigned);
    return placed;
  }

  return {
    slotOf: (id) => knownSlot(id.toWellFormed()) ?? null,
    ids: () => parts().flatMap((part) => Array.from(part.keys())),
    place,
    placeList(devices) {
      const found = prepared;
      prepared = null;
      if (found?.devices !== devices || found.count !== size()) return place(devices);
      add(found.assigned);
      return found.placed;
    },
    async prepareList(devices, nextTurn, isSuperseded) {
      prepared = null;
      const count = size();
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
