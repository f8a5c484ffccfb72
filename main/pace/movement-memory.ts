import { z } from 'zod';
import type { Clock } from './clock';
import { hoursOfDay, type Habit, type MovementHabits } from './movement-habits';

type PartName = `movement${string}`;

/** Where parts of what was learned are stored, by name. */
export interface MovementStore {
  read(name: PartName): unknown;
  write(name: PartName, value: unknown): void;
}

/** Stores what was learned of the movement of devices, in parts and seldom. */
export interface MovementMemory {
  /** Reads what earlier sessions learned; pauses between two parts. */
  restore(pause: () => Promise<void>): Promise<void>;
  /** Something was learned of a device. */
  learned(id: string): void;
  /** The list of devices changed. */
  listed(): void;
  /** Writes everything that was not written yet. */
  close(): void;
}

export interface MovementMemoryOptions {
  store: MovementStore;
  clock: Clock;
  habits: MovementHabits;
  ids: () => readonly string[];
  indexOf: (id: string) => number | undefined;
}

const partLength = 500;
const headName = 'movement';
const partName = (part: number): PartName => `movement-${part}`;
/** What was learned in this time is written together. */
const writeAfterMs = 600_000;
/** Time between two parts, so that the parts of a large fleet are not written at once. */
const nextPartMs = 2_000;
/** Less is not worth storing: it would hardly change a rate. */
const leastExpected = 0.02;

const amounts = z.array(z.number().nonnegative()).length(hoursOfDay);
const headSchema = z.object({
  parts: z.number().int().min(0).max(10_000),
  fleet: z.object({
    departures: z.array(z.number().positive()).length(hoursOfDay),
    parkedHours: z.array(z.number().positive()).length(hoursOfDay),
    tripsEnded: z.number().positive(),
    tripHours: z.number().positive(),
  }),
});
const partSchema = z.array(
  z.tuple([z.string(), z.number().nonnegative(), z.number().nonnegative(), z.string().nullable()]),
);

export function createMovementMemory(options: MovementMemoryOptions): MovementMemory {
  const { store, clock, habits, ids, indexOf } = options;
  /** Parts with something new, and since when. */
  const changedSince = new Map<number, number>();
  let cancelTimer: (() => void) | null = null;
  let isClosed = false;
  /** Nothing is written before everything is read: it would replace what is not read yet. */
  let isRestored = false;

  function schedule(): void {
    if (isClosed || cancelTimer || changedSince.size === 0) return;
    const oldest = Math.min(...changedSince.values());
    const waitMs = Math.max(nextPartMs, oldest + writeAfterMs - clock.now());
    cancelTimer = clock.after(Math.min(waitMs, writeAfterMs), () => {
      cancelTimer = null;
      const now = clock.now();
      for (const [part, since] of changedSince) {
        if (since + writeAfterMs > now || !isRestored) continue;
        writeHead();
        writePart(part);
        break;
      }
      schedule();
    });
  }

  function writeHead(): void {
    const parts = Math.ceil(ids().length / partLength);
    store.write(headName, { parts, fleet: habits.fleet() });
  }

  function writePart(part: number): void {
    changedSince.delete(part);
    const start = part * partLength;
    const rows: z.infer<typeof partSchema> = [];
    ids()
      .slice(start, start + partLength)
      .forEach((id, i) => {
        const habit = habits.habitOf(start + i);
        if (!habit || (habit.hourly === null && habit.expectedDepartures < leastExpected)) return;
        const { departures, expectedDepartures, hourly } = habit;
        rows.push([id, rounded(departures), rounded(expectedDepartures), packed(hourly)]);
      });
    store.write(partName(part), rows);
  }

  function restorePart(part: number): void {
    const read = partSchema.safeParse(store.read(partName(part)));
    for (const [id, departures, expectedDepartures, hourly] of read.data ?? []) {
      const device = indexOf(id);
      // What this session learned already counts.
      if (device === undefined || (habits.habitOf(device)?.departures ?? 0) > 0) continue;
      habits.setHabit(device, { departures, expectedDepartures, hourly: unpacked(hourly) });
    }
  }

  function changed(part: number): void {
    if (!changedSince.has(part)) changedSince.set(part, clock.now());
    schedule();
  }

  return {
    restore: async (pause) => {
      const head = headSchema.safeParse(store.read(headName));
      if (head.success) {
        habits.setFleet(head.data.fleet);
        for (let part = 0; part < head.data.parts && !isClosed; part++) {
          restorePart(part);
          await pause();
        }
      }
      isRestored = true;
    },
    learned: (id) => {
      const device = indexOf(id);
      if (device !== undefined) changed(Math.floor(device / partLength));
    },
    listed: () => {
      for (let part = 0; part * partLength < ids().length; part++) changed(part);
    },
    close: () => {
      cancelTimer?.();
      cancelTimer = null;
      if (!isClosed && isRestored && changedSince.size > 0) {
        writeHead();
        for (const part of changedSince.keys()) writePart(part);
      }
      isClosed = true;
    },
  };
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** The largest amount that one byte stands for. */
const most = { departures: 250, parkedHours: 40 };

/** One byte per hour, in steps that are finer for small amounts. */
function packed(hourly: Habit['hourly']): string | null {
  if (!hourly) return null;
  const bytes = (amountsOf: readonly number[], limit: number) =>
    amountsOf.map((amount) => Math.round(255 * Math.sqrt(Math.min(1, amount / limit))));
  return Buffer.from([
    ...bytes(hourly.departures, most.departures),
    ...bytes(hourly.parkedHours, most.parkedHours),
  ]).toString('base64');
}

function unpacked(text: string | null): Habit['hourly'] {
  if (text === null) return null;
  const bytes = Buffer.from(text, 'base64');
  const column = (from: number, limit: number) =>
    Array.from(bytes.subarray(from, from + hoursOfDay), (byte) => (byte / 255) ** 2 * limit);
  const hourly = {
    departures: column(0, most.departures),
    parkedHours: column(hoursOfDay, most.parkedHours),
  };
  const isWhole = amounts.safeParse(hourly.parkedHours).success && bytes.length === 2 * hoursOfDay;
  return isWhole ? hourly : null;
}
