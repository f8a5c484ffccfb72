import type { LogKind } from '#shared/domain/history';
import { fail } from '#shared/fault';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import { ActiveFetch, type ActiveFetchOptions } from './active-fetch';
import type { FetchJournal, StoredRequest } from './fetch-journal';

/** The fetches of a session; the open ones are in the journal too. */
export interface FetchList {
  /** Oldest first. */
  all(): readonly ActiveFetch[];
  /** The fetch whose calls are made; the others wait for it. */
  running(): ActiveFetch | null;
  /** Throws `notFound`. */
  get(id: string): ActiveFetch;
  add(request: StoredRequest): ActiveFetch;
  end(fetch: ActiveFetch, phase: 'done' | 'failed' | 'cancelled'): void;
  /** Stores the request and progress of a fetch immediately. */
  save(fetch: ActiveFetch): void;
  /** Stores the progress of all open fetches soon. */
  saveSoon(): void;
  /** The slice width of a log changed. */
  widthChanged(log: LogKind): void;
  /** Stores what is due. */
  close(): void;
}

export interface FetchListOptions extends ActiveFetchOptions {
  journal: FetchJournal;
  clock: Clock;
  /** Learns the slice width of a fetch from before a restart. */
  restoreWidth: (log: LogKind, sliceMs: number) => void;
}

/** Ended fetches kept in the list. */
const mostEnded = 20;
/** A crash can lose this much of the counts; stored days are not affected. */
const saveEveryMs = 1_000;

export function createFetchList(options: FetchListOptions): FetchList {
  const { journal } = options;
  const fetches = restore(options);

  const saving = createThrottle(options.clock, saveEveryMs, () =>
    journal.putProgress(
      fetches.filter(({ isOpen }) => isOpen).map((fetch) => [fetch.id, fetch.progress()]),
    ),
  );

  function removeOldest(): void {
    const ended = fetches.filter(({ isOpen }) => !isOpen);
    for (const fetch of ended.slice(0, Math.max(0, ended.length - mostEnded))) {
      fetches.splice(fetches.indexOf(fetch), 1);
    }
  }

  return {
    all: () => fetches,
    running: () => fetches.find(({ phase }) => phase === 'running') ?? null,
    get: (id) => fetches.find((each) => each.id === id) ?? fail({ kind: 'notFound' }),
    add: (request) => {
      removeOldest();
      const none = {
        callsSpent: 0,
        records: 0,
        skippedRecords: 0,
        outsideRecords: 0,
        incompleteDays: 0,
      };
      const fetch = new ActiveFetch(request, options, 'running', none);
      journal.put(request, fetch.progress());
      fetches.push(fetch);
      return fetch;
    },
    end: (fetch, phase) => {
      fetch.phase = phase;
      journal.remove(fetch.id);
      // It may have stored parts that the others would request.
      for (const other of fetches) if (other.isOpen) other.invalidate();
    },
    save: (fetch) => journal.put(fetch.request, fetch.progress()),
    saveSoon: saving.due,
    widthChanged: (log) => {
      for (const fetch of fetches) if (fetch.log === log) fetch.invalidate();
    },
    close: saving.close,
  };
}

/** The fetches of earlier sessions. They continue only when the user resumes them. */
function restore(options: FetchListOptions): ActiveFetch[] {
  return options.journal
    .load()
    .map(({ id, log, deviceIds, from, to, again, alertName, startedAt, ...rest }) => {
      const { isPaused, sliceMs, ...progress } = rest;
      options.restoreWidth(log, sliceMs);
      const phase = isPaused ? 'paused' : 'interrupted';
      const request = { id, log, deviceIds, from, to, again, alertName, startedAt };
      const fetch = new ActiveFetch(request, options, phase, progress);
      fetch.restoreProgress();
      return fetch;
    });
}
