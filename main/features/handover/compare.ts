import { yieldEvery } from '#main/pace/throttle';
import { deviceState, type StateRules } from '#shared/domain/device-state';
import {
  differenceOf,
  mostListed,
  type HandoverNote,
  absenceSchema,
  shortestAbsenceMs,
  type Absence,
} from '#shared/domain/handover';
import { textAt, type FleetColumns, stateInputsAt } from '#shared/fleet/columns';
import { metresBetween } from '#shared/history/distance';
import { marksOf, type Marks } from './captures';
import { z } from 'zod';
import type { Records } from '#main/cache/cache';

/** A list with the number of all items and the first of them. */
interface TopItems<T> {
  total: number;
  items: T[];
}

export const topOf = <T>(all: readonly T[]): TopItems<T> => ({
  total: all.length,
  items: all.slice(0, mostListed),
});

/** The fleet at present. The columns may be replaced between two turns; slots stay. */
interface PresentFleet {
  columns: () => FleetColumns;
  rules: StateRules;
  now: number;
}

type Differences = Pick<HandoverNote, 'silent' | 'expired' | 'moved' | 'overLimit' | 'notChecked'>;

function deviceAt(columns: FleetColumns, slot: number) {
  const id = textAt(columns.id, slot);
  return { id, label: textAt(columns.name, slot).trim() || id };
}

const none = <T>(): TopItems<T> => ({ total: 0, items: [] });

function add<T>(list: TopItems<T>, item: () => T): void {
  list.total += 1;
  if (list.items.length < mostListed) list.items.push(item());
}

/**
 * What is new about the listed devices since a moment; `before`: the marks of that moment, or the earliest
 * ones; null: there are none.
 */
export async function changedDevices(
  before: Marks | null,
  fleet: PresentFleet,
  since: number,
): Promise<Differences> {
  const byDates = await changedByDates(fleet, since);
  const pause = yieldEvery();
  const { expired } = byDates;
  const overLimit: Differences['overLimit'] = none();
  let moved: { slot: number; metres: number }[] = [];
  let movedTotal = 0;
  const farthest = () => moved.toSorted((a, b) => b.metres - a.metres).slice(0, mostListed);
  for (let slot = 0; slot < (before?.count ?? 0); slot++) {
    if (slot % 256 === 0) await pause();
    const present = fleet.columns();
    if (slot >= present.count) break;
    if (!Number.isNaN(present.unlistedAt[slot]!)) continue;
    const news = differenceOf(
      before!.markOf(slot),
      marksOf(present, fleet.now).markOf(slot),
      metresBetween,
    );
    const device = () => deviceAt(present, slot);
    const expiredAt = present.expiredFrom[slot]!;
    // Somebody set a date that had passed. Later dates are in the list already.
    if (news.isNewlyExpired && expiredAt <= since) add(expired, () => ({ ...device(), expiredAt }));
    if (news.isNewlyOverLimit) add(overLimit, device);
    if (news.movedBy === null) continue;
    movedTotal += 1;
    moved.push({ slot, metres: news.movedBy });
    if (moved.length > 10 * mostListed) moved = farthest();
  }
  const present = fleet.columns();
  const items = farthest().map(({ slot, metres }) => ({ ...deviceAt(present, slot), metres }));
  return { ...byDates, overLimit, moved: { total: movedTotal, items } };
}

/** What the dates of the listed devices alone say about the time since a moment. */
async function changedByDates(
  { columns, rules, now }: PresentFleet,
  since: number,
): Promise<Pick<Differences, 'silent' | 'expired' | 'notChecked'>> {
  const pause = yieldEvery();
  const found: Pick<Differences, 'silent' | 'expired' | 'notChecked'> = {
    silent: none(),
    expired: none(),
    notChecked: none(),
  };
  for (let slot = 0; slot < columns().count; slot++) {
    if (slot % 256 === 0) await pause();
    const present = columns();
    const inputs = stateInputsAt(present, slot);
    if (!Number.isNaN(inputs.unlistedAt)) continue;
    const device = () => deviceAt(present, slot);
    if (!(inputs.checkedAt > since)) add(found.notChecked, device);
    const { fixAt: reportedAt, expiresAt: expiredAt } = inputs;
    if (expiredAt > since && expiredAt <= now)
      add(found.expired, () => ({ ...device(), expiredAt }));
    // One that was silent at the moment already is no news, whenever that was noticed.
    const isLater = reportedAt + rules.silentAfterMs >= since;
    if (isLater && deviceState(inputs, rules, now) === 'silent') {
      add(found.silent, () => ({ ...device(), reportedAt }));
    }
  }
  return found;
}

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
