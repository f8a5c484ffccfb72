// Why it is so: docs/decisions/0140-handover-note.md
import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { longestLookBackMs, markOf, type DeviceMark } from '#shared/domain/handover';
import type { FleetColumns } from '#shared/fleet/columns';

/** The marks of all devices at one moment; devices listed later have none. */
export interface Marks {
  count: number;
  markOf(slot: number): DeviceMark;
}

/** A note about an earlier moment compares with the capture before it, so at most this much earlier. */
export const captureEveryMs = 3_600_000;

const markedColumns = ['latitude', 'longitude', 'expiredFrom', 'overLimitUntil'] as const;
type MarkedColumns = Pick<FleetColumns, 'count' | (typeof markedColumns)[number]>;

/** The marks of the devices in columns as they are when a mark is read. */
export function marksOf(columns: MarkedColumns, at: number): Marks {
  return {
    count: columns.count,
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

/** The same of a copy, which later answers do not change; copying takes a few milliseconds at most. */
export function copiedMarksOf(columns: MarkedColumns, at: number): Marks {
  const copies = markedColumns.map((name) => [name, columns[name].slice()]);
  return marksOf({ count: columns.count, ...Object.fromEntries(copies) } as MarkedColumns, at);
}

const indexId = 'times';
const captureId = (at: number) => String(at);
const timesSchema = z.array(z.number());

/** The marks of the fleet at several moments: one an hour for as long as anybody can ask about. */
export class Captures {
  #times: number[] | null = null;

  constructor(private readonly records: Records) {}

  /** When each was made, in ascending order. */
  times(): readonly number[] {
    this.#times ??= timesSchema.safeParse(this.records.get(indexId)).data ?? [];
    return this.#times;
  }

  /** Stores marks from `packMarks`, unless they are not later than the last ones, as after a clock was set back. */
  add(at: number, packed: string): void {
    if (at <= (this.times().at(-1) ?? Number.NEGATIVE_INFINITY)) return;
    this.#times = [...this.times(), at];
    this.records.putMany([
      [captureId(at), packed],
      [indexId, this.#times],
    ]);
  }

  /** The marks at a moment of `times`; null if they cannot be read. */
  at(at: number): Marks | null {
    return unpackMarks(this.records.get(captureId(at)));
  }

  /**
   * Removes what nobody can ask for: captures before the longest look-back, except the last one up to it and the last
   * one up to `pinned`. Of the others one an hour stays, and all of the last hour.
   */
  thin(now: number, pinned: number | null): void {
    const times = this.times();
    const lastUpTo = (moment: number) => times.findLast((at) => at <= moment);
    const oldest = lastUpTo(now - longestLookBackMs) ?? Number.NEGATIVE_INFINITY;
    const pinnedAt = pinned === null ? undefined : lastUpTo(pinned);
    let lastKept = Number.NEGATIVE_INFINITY;
    const kept = times.filter((at) => {
      if (at === pinnedAt) return true;
      if (at < oldest) return false;
      if (at - lastKept < captureEveryMs && at < now - captureEveryMs) return false;
      lastKept = at;
      return true;
    });
    if (kept.length === times.length) return;
    const dropped = times.filter((at) => !kept.includes(at));
    this.#times = kept;
    this.records.putMany([
      [indexId, kept],
      ...dropped.map((at) => [captureId(at), undefined] as const),
    ]);
  }
}

/** Hundred-thousandths of a degree, about one metre. */
const degree = 100_000;
const isExpiredFlag = 1;
/** Marks the missing position of a device; no longitude is that large. */
const noPosition = 0x7fff_ffff;

/** Latitudes, longitudes (Int32), ends of limits (Uint32, epoch seconds, 0: none) and flags (Uint8), in Base64. */
export function packMarks({ count, markOf }: Marks): string {
  const packed = viewsOf(new ArrayBuffer(count * 13));
  for (let slot = 0; slot < count; slot++) {
    const mark = markOf(slot);
    const isPlaced = Number.isFinite(mark.latitude) && Number.isFinite(mark.longitude);
    packed.latitude[slot] = isPlaced ? Math.round(mark.latitude * degree) : 0;
    packed.longitude[slot] = isPlaced ? Math.round(mark.longitude * degree) : noPosition;
    const over = mark.overLimitUntil;
    packed.overLimitUntil[slot] = Number.isFinite(over) ? Math.floor(over / 1000) : 0;
    packed.flags[slot] = mark.isExpired ? isExpiredFlag : 0;
  }
  return Buffer.from(packed.buffer).toString('base64');
}

function unpackMarks(packed: unknown): Marks | null {
  if (typeof packed !== 'string') return null;
  const views = viewsOf(Uint8Array.from(Buffer.from(packed, 'base64')).buffer);
  return {
    count: views.flags.length,
    markOf: (slot) => {
      const isPlaced = views.longitude[slot] !== noPosition;
      const over = views.overLimitUntil[slot]!;
      return {
        latitude: isPlaced ? views.latitude[slot]! / degree : Number.NaN,
        longitude: isPlaced ? views.longitude[slot]! / degree : Number.NaN,
        isExpired: views.flags[slot] === isExpiredFlag,
        overLimitUntil: over === 0 ? Number.NaN : over * 1000,
      };
    },
  };
}

function viewsOf(buffer: ArrayBuffer) {
  const count = Math.floor(buffer.byteLength / 13);
  return {
    buffer,
    latitude: new Int32Array(buffer, 0, count),
    longitude: new Int32Array(buffer, count * 4, count),
    overLimitUntil: new Uint32Array(buffer, count * 8, count),
    flags: new Uint8Array(buffer, count * 12, count),
  };
}
