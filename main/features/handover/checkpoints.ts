import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { yieldEvery } from '#main/pace/yield-every';
import { markOf, type DeviceMark } from '#shared/domain/handover';
import type { FleetColumns } from '#shared/fleet/columns';

/** Devices in one stored record. */
export const partSize = 4_096;

const storedSchema = z.object({
  version: z.literal(1),
  list: z.array(z.object({ at: z.number(), parts: z.array(z.number().int().nonnegative()) })),
});
type Checkpoint = z.infer<typeof storedSchema>['list'][number];

/** A mark of every device at a moment. */
export interface Capture {
  at: number;
  count: number;
  markOf(slot: number): DeviceMark;
}

/** The marks of the devices in one part, and the first slot of it. */
export interface MarkedPart {
  first: number;
  marks: Marks;
}

/**
 * The marks of the fleet at several moments. The first checkpoint has all devices, each later one only
 * those that differ from the one before. Work for many devices is done a few milliseconds at a time;
 * calls must not overlap.
 */
export interface Checkpoints {
  /** When each was made, in ascending order. */
  times(): number[];
  add(capture: Capture): Promise<void>;
  /** The marks at a checkpoint, part by part. */
  partsAt(at: number): AsyncGenerator<MarkedPart>;
  /** Removes those that nobody can ask for: older than `before`, except the last one up to `pinned`. */
  thin(before: number, pinned: number | null): Promise<void>;
}

const indexId = 'handoverCheckpoints';
const partId = (at: number, part: number) => `handover:${at}:${part}`;

export function createCheckpoints(records: Records): Checkpoints {
  let list: Checkpoint[] | null = null;
  /** The marks of the last checkpoint; read before the first capture. */
  let latest: Marks | null = null;

  function all(): Checkpoint[] {
    list ??= (storedSchema.safeParse(records.get(indexId)).data?.list ?? []).toSorted(
      (a, b) => a.at - b.at,
    );
    return list;
  }

  function indexEntry(next: Checkpoint[]): readonly [string, unknown] {
    list = next;
    return [indexId, { version: 1, list: next }];
  }

  async function* partsAt(at: number): AsyncGenerator<MarkedPart> {
    const pause = yieldEvery();
    const until = all().filter((each) => each.at <= at);
    const parts = [...new Set(until.flatMap((each) => each.parts))].toSorted((a, b) => a - b);
    for (const part of parts) {
      const marks = emptyMarks(partSize);
      for (const each of until) {
        if (!each.parts.includes(part)) continue;
        applyPacked(marks, records.get(partId(each.at, part)));
        await pause();
      }
      yield { first: part * partSize, marks };
    }
  }

  async function readLatest(): Promise<Marks> {
    let marks = emptyMarks(0);
    for await (const { first, marks: part } of partsAt(Number.POSITIVE_INFINITY)) {
      marks = grownMarks(marks, first + partSize);
      marks.latitude.set(part.latitude, first);
      marks.longitude.set(part.longitude, first);
      marks.overLimitUntil.set(part.overLimitUntil, first);
      marks.flags.set(part.flags, first);
    }
    return marks;
  }

  /** Joins a checkpoint with the next one, which then has all that either had. */
  async function mergeIntoNext(index: number): Promise<void> {
    const pause = yieldEvery();
    const [older, newer] = [all()[index]!, all()[index + 1]!];
    // The list of checkpoints is written last: until then both are as they were.
    for (const part of older.parts) {
      const marks = emptyMarks(partSize);
      applyPacked(marks, records.get(partId(older.at, part)));
      if (newer.parts.includes(part)) applyPacked(marks, records.get(partId(newer.at, part)));
      await pause();
      const slots = Array.from(marks.flags.keys()).filter((slot) => marks.flags[slot] !== 0);
      records.put(partId(newer.at, part), packMarks(marks, 0, slots));
      await pause();
    }
    const parts = [...new Set([...older.parts, ...newer.parts])];
    records.putMany([
      indexEntry(all().toSpliced(index, 2, { at: newer.at, parts })),
      ...older.parts.map((part) => [partId(older.at, part), undefined] as const),
    ]);
  }

  return {
    times: () => all().map(({ at }) => at),
    partsAt,
    add: async ({ at, count, markOf }) => {
      const last = all().at(-1);
      // A clock that was set back would put checkpoints out of order.
      if (count === 0 || (last && last.at >= at)) return;
      const pause = yieldEvery();
      latest = grownMarks(latest ?? (await readLatest()), count);
      const parts: number[] = [];
      for (let first = 0; first < count; first += partSize) {
        const changed: number[] = [];
        for (let slot = first; slot < Math.min(first + partSize, count); slot++) {
          if (setMark(latest, slot, markOf(slot))) changed.push(slot);
          if (slot % 256 === 0) await pause();
        }
        if (changed.length === 0) continue;
        const part = first / partSize;
        records.put(partId(at, part), packMarks(latest, first, changed));
        parts.push(part);
        await pause();
      }
      records.putMany([indexEntry([...all(), { at, parts }])]);
    },
    thin: async (before, pinned) => {
      const isPinned = (index: number) => {
        const next = all()[index + 1]!;
        return pinned !== null && all()[index]!.at <= pinned && next.at > pinned;
      };
      for (let index = 0; index + 1 < all().length;) {
        if (all()[index + 1]!.at <= before && !isPinned(index)) await mergeIntoNext(index);
        else index += 1;
      }
    },
  };
}

const compared = ['latitude', 'longitude', 'expiredFrom', 'overLimitUntil'] as const;
type ComparedColumns = Pick<FleetColumns, (typeof compared)[number]>;

/** The marks of the devices in columns as they are when a mark is read. */
export function marksOf(count: number, columns: ComparedColumns, at: number): Capture {
  return {
    at,
    count,
    markOf: (slot) =>
      markOf(
        {
          latitude: columns.latitude[slot]!,
          longitude: columns.longitude[slot]!,
          expiredFrom: columns.expiredFrom[slot]!,
          overLimitUntil: columns.overLimitUntil[slot]!,
        },
        at,
      ),
  };
}

/** The same of a copy, which later answers do not change: copying takes a few milliseconds at most. */
export function captureOf(count: number, columns: ComparedColumns, at: number): Capture {
  const copy = Object.fromEntries(compared.map((name) => [name, columns[name].slice()]));
  return marksOf(count, copy as ComparedColumns, at);
}

/** The marks of some devices in typed arrays; index = slot - first slot. */
interface Marks {
  /** Hundred-thousandths of a degree, about one metre. */
  latitude: Int32Array;
  longitude: Int32Array;
  /** Epoch seconds; 0: not over a limit. */
  overLimitUntil: Uint32Array;
  flags: Uint8Array;
}

// Bits of `flags`; they are stored.
/** There is a mark of the device. */
const isMarked = 1;
const hasPosition = 2;
const isExpired = 4;

const degree = 100_000;
/** About 20 m: a device that stands still and whose positions scatter is stored once. */
const scatter = 20;

const emptyMarks = (count: number): Marks => ({
  latitude: new Int32Array(count),
  longitude: new Int32Array(count),
  overLimitUntil: new Uint32Array(count),
  flags: new Uint8Array(count),
});

/** The same marks with place for more devices. */
function grownMarks(marks: Marks, count: number): Marks {
  if (marks.flags.length >= count) return marks;
  const grown = emptyMarks(count);
  grown.latitude.set(marks.latitude);
  grown.longitude.set(marks.longitude);
  grown.overLimitUntil.set(marks.overLimitUntil);
  grown.flags.set(marks.flags);
  return grown;
}

/** Stores a mark; returns whether it differs from the one that was there. */
function setMark(marks: Marks, index: number, mark: DeviceMark): boolean {
  const isPlaced = Number.isFinite(mark.latitude) && Number.isFinite(mark.longitude);
  const flags = isMarked | (isPlaced ? hasPosition : 0) | (mark.isExpired ? isExpired : 0);
  const over = Number.isFinite(mark.overLimitUntil) ? Math.floor(mark.overLimitUntil / 1000) : 0;
  const latitude = isPlaced ? Math.round(mark.latitude * degree) : 0;
  const longitude = isPlaced ? Math.round(mark.longitude * degree) : 0;
  const isSame =
    marks.flags[index] === flags &&
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
function packMarks(marks: Marks, first: number, slots: readonly number[]): string {
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
function applyPacked(marks: Marks, packed: unknown): void {
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
