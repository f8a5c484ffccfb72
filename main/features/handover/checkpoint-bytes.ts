import type { DeviceMark } from '#shared/domain/handover';

/** The marks of some devices in typed arrays; index = slot - first slot. */
export interface Marks {
  /** Hundred-thousandths of a degree, about one metre. */
  latitude: Int32Array;
  longitude: Int32Array;
  /** Epoch seconds; 0: not over a limit. */
  overLimitUntil: Uint32Array;
  flags: Uint8Array;
}

// Bits of `flags`; they are stored.
/** There is a mark of the device. */
export const isMarked = 1;
const hasPosition = 2;
const isExpired = 8;
/** The other bits were written by earlier versions. */
const usedFlags = isMarked | hasPosition | isExpired;

const degree = 100_000;
/** About 20 m: a device that stands still and whose positions scatter is stored once. */
const scatter = 20;

export const emptyMarks = (count: number): Marks => ({
  latitude: new Int32Array(count),
  longitude: new Int32Array(count),
  overLimitUntil: new Uint32Array(count),
  flags: new Uint8Array(count),
});

/** The same marks with place for more devices. */
export function grownMarks(marks: Marks, count: number): Marks {
  if (marks.flags.length >= count) return marks;
  const grown = emptyMarks(count);
  grown.latitude.set(marks.latitude);
  grown.longitude.set(marks.longitude);
  grown.overLimitUntil.set(marks.overLimitUntil);
  grown.flags.set(marks.flags);
  return grown;
}

/** Stores a mark; returns whether it differs from the one that was there. */
export function setMark(marks: Marks, index: number, mark: DeviceMark): boolean {
  const isPlaced = Number.isFinite(mark.latitude) && Number.isFinite(mark.longitude);
  const flags = isMarked | (isPlaced ? hasPosition : 0) | (mark.isExpired ? isExpired : 0);
  const over = Number.isFinite(mark.overLimitUntil) ? Math.floor(mark.overLimitUntil / 1000) : 0;
  const latitude = isPlaced ? Math.round(mark.latitude * degree) : 0;
  const longitude = isPlaced ? Math.round(mark.longitude * degree) : 0;
  const isSame =
    (marks.flags[index]! & usedFlags) === flags &&
    marks.overLimitUntil[index] === over &&
    Math.abs(marks.latitude[index]! - latitude) <= scatter &&
    Math.abs(marks.longitude[index]! - longitude) <= scatter;
  if (isSame) return false;
  marks.flags[index] = flags;
  marks.overLimitUntil[index] = over;
  marks.latitude[index] = latitude;
  marks.longitude[index] = longitude;
  return true;
}

/** The mark of a device; null if there is none. */
export function markAt(marks: Marks, index: number): DeviceMark | null {
  const flags = marks.flags[index] ?? 0;
  if ((flags & isMarked) === 0) return null;
  const isPlaced = (flags & hasPosition) !== 0;
  const over = marks.overLimitUntil[index]!;
  return {
    latitude: isPlaced ? marks.latitude[index]! / degree : Number.NaN,
    longitude: isPlaced ? marks.longitude[index]! / degree : Number.NaN,
    isExpired: (flags & isExpired) !== 0,
    overLimitUntil: over === 0 ? Number.NaN : over * 1000,
  };
}

const entryBytes = 15;

/** Packs the marks of some devices of a part. */
export function packMarks(marks: Marks, first: number, slots: readonly number[]): string {
  const bytes = Buffer.alloc(slots.length * entryBytes);
  slots.forEach((slot, at) => {
    const from = at * entryBytes;
    bytes.writeUInt16LE(slot - first, from);
    bytes.writeInt32LE(marks.latitude[slot]!, from + 2);
    bytes.writeInt32LE(marks.longitude[slot]!, from + 6);
    bytes.writeUInt32LE(marks.overLimitUntil[slot]!, from + 10);
    bytes.writeUInt8(marks.flags[slot]!, from + 14);
  });
  return bytes.toString('base64');
}

/** Writes packed marks over those in `marks`; what is not readable is left out. */
export function applyPacked(marks: Marks, packed: unknown): void {
  if (typeof packed !== 'string') return;
  const bytes = Buffer.from(packed, 'base64');
  for (let from = 0; from + entryBytes <= bytes.length; from += entryBytes) {
    const index = bytes.readUInt16LE(from);
    if (index >= marks.flags.length) continue;
    marks.latitude[index] = bytes.readInt32LE(from + 2);
    marks.longitude[index] = bytes.readInt32LE(from + 6);
    marks.overLimitUntil[index] = bytes.readUInt32LE(from + 10);
    marks.flags[index] = bytes.readUInt8(from + 14);
  }
}
