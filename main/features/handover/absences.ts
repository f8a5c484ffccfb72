import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { absenceSchema, shortestAbsenceMs, type Absence } from '#shared/domain/handover';

/** A moment by the clock of the service and, to measure how long an absence is, by the computer's. */
interface Moment {
  at: number;
  byComputer: number;
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

/** When the user was away from this account. */
export class Absences {
  #state: Stored | null = null;

  constructor(private readonly records: Records) {}

  /** The last absence of more than an hour; null: none is known. */
  last(): Absence | null {
    return this.#current().last;
  }

  /** Since when the user is away; null: they are here. */
  leftAt(): number | null {
    return this.#current().leftAt;
  }

  /** When the account was closed last; null: it was not closed, or that was not stored. */
  closedAt(): number | null {
    return this.#current().closedAt;
  }

  left({ at, byComputer }: Moment): void {
    if (this.leftAt() === null) this.#store({ leftAt: at, leftByComputer: byComputer });
  }

  /** Returns the absence that ends, if it was long enough. */
  returned(byComputer: number): Absence | null {
    const { leftAt, leftByComputer } = this.#current();
    if (leftAt === null) return null;
    const absentMs = byComputer - (leftByComputer ?? leftAt);
    const absence = absentMs > shortestAbsenceMs ? { leftAt, isDismissed: false } : null;
    this.#store({
      leftAt: null,
      leftByComputer: null,
      closedAt: null,
      ...(absence && { last: absence }),
    });
    return absence;
  }

  closed({ at, byComputer }: Moment): void {
    const { leftAt, leftByComputer } = this.#current();
    const since =
      leftAt === null ? { leftAt: at, leftByComputer: byComputer } : { leftAt, leftByComputer };
    this.#store({ ...since, closedAt: at });
  }

  dismiss(): Absence | null {
    const { last } = this.#current();
    if (last && !last.isDismissed) this.#store({ last: { ...last, isDismissed: true } });
    return this.last();
  }

  #current(): Stored {
    const nothing = { leftAt: null, leftByComputer: null, closedAt: null, last: null };
    return (this.#state ??= storedSchema.safeParse(this.records.get(recordId)).data ?? nothing);
  }

  #store(change: Partial<Stored>): void {
    this.#state = { ...this.#current(), ...change };
    this.records.put(recordId, this.#state);
  }
}
