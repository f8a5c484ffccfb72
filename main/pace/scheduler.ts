/** Whose turn it is, and from when on. */
export interface Turn {
  id: string;
  /** Epoch milliseconds; not before this. */
  dueAt: number;
  /** Not asked about since the rotation began or was restarted. */
  isFirst: boolean;
  isPrioritised: boolean;
}

/**
 * Decides what to ask next: every device in turn, the one that has waited longest first. Favoured
 * devices are asked more often, but never take more than two turns of three while others wait.
 */
export interface Rotation {
  /** Takes over the ids to ask about. The same array means that nothing changed. */
  sync(ids: readonly string[]): void;
  /**
   * Whose turn is next; null where there is nobody or everybody is being asked. The first of the favoured,
   * where it was never asked about, comes before all.
   */
  next(now: number, prioritised: readonly string[]): Turn | null;
  /** The turn was taken; until `end` nobody else asks about it. */
  begin(turn: Turn): void;
  end(id: string, now: number): void;
  /** Leaves one out until a moment, also one that is being asked. */
  rest(id: string, until: number): void;
  /** As if nobody had been asked yet. */
  restart(): void;
  size(): number;
  /** How many were never asked about since the rotation was made. */
  neverAsked(): number;
}

export interface RotationOptions {
  /** A device is not asked about again before this. */
  againMs?: number;
  /** The same for a favoured one. */
  prioritisedAgainMs?: number;
}

/** Favoured turns in a row while others wait. */
const favouredRunLength = 2;

export function createRotation(options: RotationOptions = {}): Rotation {
  const againMs = options.againMs ?? 10_000;
  const prioritisedAgainMs = options.prioritisedAgainMs ?? 5_000;
  let synced: readonly string[] | null = null;
  let known = new Set<string>();
  /** Waiting for a first turn, in the order of the list. */
  let fresh = new Set<string>();
  /** When each was asked; a Map keeps its order, so the first has waited longest. */
  const asked = new Map<string, number>();
  const resting = new Map<string, number>();
  const busy = new Set<string>();
  const everAsked = new Set<string>();
  let favouredRun = 0;

  /** From when on one may be asked again. A clock that was set back must not make it wait longer. */
  function dueAfter(id: string, now: number, pauseMs: number): number {
    const at = asked.get(id);
    return at === undefined ? now : Math.min(at, now) + pauseMs;
  }

  function endRests(now: number): void {
    for (const [id, until] of resting) {
      if (until > now || busy.has(id)) continue;
      resting.delete(id);
      asked.set(id, now - againMs);
    }
  }

  function nextFavoured(now: number, prioritised: readonly string[]): Turn | null {
    let best: Turn | null = null;
    for (const id of prioritised) {
      const isFirst = fresh.has(id);
      if (!isFirst && !asked.has(id)) continue;
      const dueAt = isFirst ? now : dueAfter(id, now, prioritisedAgainMs);
      const isBetter =
        best === null ||
        (isFirst && !best.isFirst) ||
        (isFirst === best.isFirst && dueAt < best.dueAt);
      if (isBetter) best = { id, dueAt, isFirst, isPrioritised: true };
    }
    return best;
  }

  function nextInLine(now: number): Turn | null {
    for (const id of fresh) return { id, dueAt: now, isFirst: true, isPrioritised: false };
    for (const id of asked.keys()) {
      return { id, dueAt: dueAfter(id, now, againMs), isFirst: false, isPrioritised: false };
    }
    let soonest: Turn | null = null;
    for (const [id, dueAt] of resting) {
      if (busy.has(id)) continue;
      if (!soonest || dueAt < soonest.dueAt) {
        soonest = { id, dueAt, isFirst: false, isPrioritised: false };
      }
    }
    return soonest;
  }

  return {
    sync: (ids) => {
      if (ids === synced) return;
      synced = ids;
      known = new Set(ids);
      for (const set of [fresh, asked, resting, everAsked]) {
        for (const id of set.keys()) if (!known.has(id)) set.delete(id);
      }
      for (const id of known) {
        if (!asked.has(id) && !resting.has(id) && !busy.has(id)) fresh.add(id);
      }
    },
    next: (now, prioritised) => {
      endRests(now);
      const first = nextFavoured(now, prioritised);
      const inLine = nextInLine(now);
      if (!first || !inLine) return first ?? inLine;
      if (first.isFirst && first.id === prioritised[0]) return first;
      const isFavouredDue = first.dueAt <= now;
      const isLineDue = inLine.dueAt <= now;
      if (isFavouredDue && isLineDue) return favouredRun < favouredRunLength ? first : inLine;
      return first.dueAt <= inLine.dueAt ? first : inLine;
    },
    begin: ({ id, isPrioritised }) => {
      fresh.delete(id);
      asked.delete(id);
      resting.delete(id);
      busy.add(id);
      favouredRun = isPrioritised ? favouredRun + 1 : 0;
    },
    end: (id, now) => {
      busy.delete(id);
      if (!known.has(id)) return;
      everAsked.add(id);
      if (!resting.has(id)) asked.set(id, now);
    },
    rest: (id, until) => {
      if (!known.has(id)) return;
      fresh.delete(id);
      asked.delete(id);
      resting.set(id, until);
    },
    restart: () => {
      fresh = new Set([...known].filter((id) => !busy.has(id) && !resting.has(id)));
      asked.clear();
    },
    size: () => known.size,
    neverAsked: () => known.size - everAsked.size,
  };
}
