/**
 * The devices on the list of an account. A device has a slot, a number that it keeps for good, so that
 * whoever knows something of each device needs no table of ids of its own.
 */
export interface ListedDevices {
  ids: readonly string[];
  /** The slot of each of them. */
  slots: Uint32Array;
  /** Higher than every slot in use. */
  slotCount: number;
  /** The slot of a listed device; null: not on this list. */
  slotOf(id: string): number | null;
}

export const noDevices: ListedDevices = {
  ids: [],
  slots: new Uint32Array(),
  slotCount: 0,
  slotOf: () => null,
};
