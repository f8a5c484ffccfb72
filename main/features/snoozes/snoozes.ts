import { z } from 'zod';
import type { Cache } from '#main/cache/cache';
import { snoozeSchema, type Snooze } from '#shared/domain/alert-rules';
import { flagNoPosition } from '#shared/fleet/columns';
import type { HandlersOf } from '#shared/ipc/contract';

/** The devices whose silence needs no attention for now. */
export type Snoozes = ReturnType<typeof createSnoozes>;

interface SnoozesOptions {
  cache: Pick<Cache, 'records' | 'loadFleet' | 'slotOf'>;
  now: () => number;
  /** Some ended because their devices reported. */
  onChanged: (snoozes: Snooze[]) => void;
}

/** The id is stored. */
const recordId = 'silentSnoozes';
const storedSchema = snoozeSchema.extend({
  /** What ends one without a time: a report, or a report with a position. */
  awaits: z.enum(['report', 'position']),
  /** The time of the last such report when it began; null: there was none. */
  after: z.number().nullable(),
});
type Stored = z.infer<typeof storedSchema>;

export function createSnoozes({ cache, now, onChanged }: SnoozesOptions) {
  const records = cache.records('setting');
  /** Read at the first use. */
  let known: Map<string, Stored> | null = null;

  function stored(): Map<string, Stored> {
    if (known) return known;
    const read = z.array(z.unknown()).safeParse(records.get(recordId)).data ?? [];
    known = new Map();
    for (const each of read) {
      const snooze = storedSchema.safeParse(each).data;
      if (snooze) known.set(snooze.deviceId, snooze);
    }
    return known;
  }

  function reportedAt(deviceId: string, awaits: Stored['awaits']): number | null {
    const slot = cache.slotOf(deviceId);
    if (slot === null) return null;
    const { fixAt, positionAt } = cache.loadFleet().columns;
    const at = (awaits === 'report' ? fixAt : positionAt)[slot]!;
    return Number.isNaN(at) ? null : at;
  }

  function begin({ deviceId, until, reason }: Snooze): Stored {
    const slot = cache.slotOf(deviceId);
    const flags = slot === null ? 0 : cache.loadFleet().columns.flags[slot]!;
    const awaits = flags & flagNoPosition ? 'position' : 'report';
    return { deviceId, until, reason, awaits, after: reportedAt(deviceId, awaits) };
  }

  function hasEnded({ deviceId, until, awaits, after }: Stored): boolean {
    if (until !== null) return until <= now();
    const at = reportedAt(deviceId, awaits);
    return at !== null && at > (after ?? Number.NEGATIVE_INFINITY);
  }

  function all(): Snooze[] {
    return [...stored().values()]
      .filter((each) => !hasEnded(each))
      .map(({ deviceId, until, reason }) => ({ deviceId, until, reason }));
  }

  return {
    /** Those that have not ended. */
    all,
    /** Ends some and begins others; returns all. */
    change: (begun: readonly Snooze[], ended: readonly string[]): Snooze[] => {
      const next = new Map([...stored()].filter(([, each]) => !hasEnded(each)));
      for (const id of ended) next.delete(id);
      for (const each of begun) next.set(each.deviceId, begin(each));
      // First on disk: what could not be stored has not changed.
      records.put(recordId, [...next.values()]);
      known = next;
      const snoozes = all();
      onChanged(snoozes);
      return snoozes;
    },
    /** The service answered about a device. */
    seen: (deviceId: string): void => {
      const snooze = stored().get(deviceId);
      if (!snooze || !hasEnded(snooze)) return;
      // Removed from the disk with the next change: until then it is read as ended.
      stored().delete(deviceId);
      onChanged(all());
    },
  };
}

export const snoozesHandlers = (snoozes: () => Snoozes): HandlersOf<'snoozes'> => ({
  all: () => snoozes().all(),
  change: ({ begun, ended }) => snoozes().change(begun, ended),
});
