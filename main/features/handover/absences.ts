import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { absenceSchema, shortestAbsenceMs, type Absence } from '#shared/domain/handover';

/** A moment by the clock of the service and, to measure how long an absence is, by the computer's. */
export interface Moment {
  at: number;
  byComputer: number;
}

/** When the user was away from this account. */
export interface Absences {
  /** The last absence of more than an hour; null: none is known. */
  last(): Absence | null;
  /** Since when the user is away; null: they are here. */
  leftAt(): number | null;
  /** When the account was closed last; null: it was not closed, or that was not stored. */
  closedAt(): number | null;
  left(moment: Moment): void;
  /** Returns the absence that ends, if it was long enough. */
  returned(byComputer: number): Absence | null;
  closed(moment: Moment): void;
  dismiss(): Absence | null;
}

const recordId = 'handoverAbsence';
const storedSchema = z.object({
  leftAt: z.number().nullable(),
  /** The same by the clock of the computer. */
  leftByComputer: z.number().nullable(),
  closedAt: z.number().nullable(),
  last: absenceSchema.nullable(),
});
type Stored = z.infer<typeof storedSchema>;

export function createAbsences(records: Records): Absences {
  let state: Stored | null = null;

  function current(): Stored {
    const nothing = { leftAt: null, leftByComputer: null, closedAt: null, last: null };
    return (state ??= storedSchema.safeParse(records.get(recordId)).data ?? nothing);
  }

  function store(change: Partial<Stored>): void {
    state = { ...current(), ...change };
    records.put(recordId, state);
  }

  return {
    last: () => current().last,
    leftAt: () => current().leftAt,
    closedAt: () => current().closedAt,
    left: ({ at, byComputer }) => {
      if (current().leftAt === null) store({ leftAt: at, leftByComputer: byComputer });
    },
    returned: (byComputer) => {
      const { leftAt, leftByComputer } = current();
      if (leftAt === null) return null;
      const absentMs = byComputer - (leftByComputer ?? leftAt);
      const absence = absentMs > shortestAbsenceMs ? { leftAt, isDismissed: false } : null;
      store({
        leftAt: null,
        leftByComputer: null,
        closedAt: null,
        ...(absence && { last: absence }),
      });
      return absence;
    },
    closed: ({ at, byComputer }) => {
      const { leftAt, leftByComputer } = current();
      const since =
        leftAt === null ? { leftAt: at, leftByComputer: byComputer } : { leftAt, leftByComputer };
      store({ ...since, closedAt: at });
    },
    dismiss: () => {
      const { last } = current();
      if (last && !last.isDismissed) store({ last: { ...last, isDismissed: true } });
      return current().last;
    },
  };
}
