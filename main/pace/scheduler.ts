/** The device to request next. */
export interface Turn {
  id: string;
  /** Epoch milliseconds: not earlier. */
  dueAt: number;
  /** Not requested since the rotation started or was restarted. */
  isFirst: boolean;
  isPrioritised: boolean;
}

/**
 * Decides which device to request next: the one that has waited longest. Priority devices are requested
 * more often, but get at most two of three turns while others wait.
 */
export interface Rotation {
  /** Sets the ids to request. The same array means that nothing changed. */
  sync(ids: readonly string[]): void;
  /**
   * The next device; null if there is none or all are being requested. The first priority device comes
   * before all others if it was never requested.
   */
  next(now: number, prioritised: readonly string[]): Turn | null;
  /** The device is being requested until `end`. */
  begin(turn: Turn): void;
  end(id: string, now: number): void;
  /** Skips a device until a moment, also one that is being requested. */
  rest(id: string, until: number): void;
  /** As if no device had been requested yet. */
  restart(): void;
  size(): number;
  /** How many were never requested since the rotation was created. */
  neverRequested(): number;
}

export interface RotationOptions {
  /** Shortest time between two requests for a device. */
  againMs?: number;
  /** The same for a priority device. */
  prioritisedAgainMs?: number;
}

/** Turns of priority devices in a row while others wait. */
const priorityRunLength = 2;

export function createRotation(options: RotationOptions = {}): Rotation {
  const againMs = options.againMs ?? 10_000;
  const prioritisedAgainMs = options.prioritisedAgainMs ?? 5_000;
  let synced: readonly string[] | null = null;
  let known = new Set<string>();
  /** Never requested, in the order of the list. */
  let unrequested = new Set<string>();
  /** When each was requested, in that order: the first has waited longest. */
  const requestedAt = new Map<string, number>();
  const resting = new Map<string, number>();
  const busy = new Set<string>();
  const everRequested = new Set<string>();
  let priorityRun = 0;

  /** When a device may be requested again. A clock that was set back must not extend the wait. */
  function dueAfter(id: string, now: number, pauseMs: number): number {
    const at = requestedAt.get(id);
    return at === undefined ? now : Math.min(at, now) + pauseMs;
  }

  function endRests(now: number): void {
    for (const [id, until] of resting) {
      if (until > now || busy.has(id)) continue;
      resting.delete(id);
      requestedAt.set(id, now - againMs);
    }
  }

  function nextPrioritised(now: number, prioritised: readonly string[]): Turn | null {
    let best: Turn | null = null;
    for (const id of prioritised) {
      const isFirst = unrequested.has(id);
      if (!isFirst && !requestedAt.has(id)) continue;
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
    for (const id of unrequested) return { id, dueAt: now, isFirst: true, isPrioritised: false };
    for (const id of requestedAt.keys()) {
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
      for (const set of [unrequested, requestedAt, resting, everRequested]) {
        for (const id of set.keys()) if (!known.has(id)) set.delete(id);
      }
      for (const id of known) {
        if (!requestedAt.has(id) && !resting.has(id) && !busy.has(id)) unrequested.add(id);
      }
    },
    next: (now, prioritised) => {
      endRests(now);
      const first = nextPrioritised(now, prioritised);
      const inLine = nextInLine(now);
      if (!first || !inLine) return first ?? inLine;
      if (first.isFirst && first.id === prioritised[0]) return first;
      const isPrioritisedDue = first.dueAt <= now;
      const isLineDue = inLine.dueAt <= now;
      if (isPrioritisedDue && isLineDue) return priorityRun < priorityRunLength ? first : inLine;
      return first.dueAt <= inLine.dueAt ? first : inLine;
    },
    begin: ({ id, isPrioritised }) => {
      unrequested.delete(id);
      requestedAt.delete(id);
      resting.delete(id);
      busy.add(id);
      priorityRun = isPrioritised ? priorityRun + 1 : 0;
    },
    end: (id, now) => {
      busy.delete(id);
      if (!known.has(id)) return;
      everRequested.add(id);
      if (!resting.has(id)) requestedAt.set(id, now);
    },
    rest: (id, until) => {
      if (!known.has(id)) return;
      unrequested.delete(id);
      requestedAt.delete(id);
      resting.set(id, until);
    },
    restart: () => {
      unrequested = new Set([...known].filter((id) => !busy.has(id) && !resting.has(id)));
      requestedAt.clear();
    },
    size: () => known.size,
    neverRequested: () => known.size - everRequested.size,
  };
}
