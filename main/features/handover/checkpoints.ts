import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { yieldEvery } from '#main/pace/yield-every';
import type { DeviceMark } from '#shared/domain/handover';
import {
  applyPacked,
  emptyMarks,
  grownMarks,
  packMarks,
  setMark,
  type Marks,
} from './checkpoint-bytes';

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
