import { createStore } from 'zustand/vanilla';
import type {
  ImportedTrack,
  PointProblem,
  TrackImport,
  TrackChoices,
} from '#shared/domain/submission';
import type { TrackColumns } from '#shared/history/columns';
import type { Fault, Outcome } from '#shared/fault';
import type { WaypostClient } from '#shared/ipc/contract';
import type { ChosenDevice } from '#features/fleet';
import { message, type Message } from '#shared/i18n/translate';

/** The open file under "A track from a file"; it outlives the tab and the page. */
export interface TrackState {
  opened: TrackImport | null;
  /** The latest points of the file, by the number of their track. */
  points: { token: string; tracks: ReadonlyMap<number, TrackColumns> } | null;
  /** The number of the chosen track. */
  index: number;
  /** How the user wants the open file to be read. */
  choices: TrackChoices;
  /** The problem that was clicked. */
  shown: PointProblem | null;
  devices: readonly ChosenDevice[];
  /** A file is being picked or read. */
  isOpening: boolean;
  /** Why the last file could not be opened. */
  fault: Fault | null;
}

/** The calls to main for track files. */
type TrackCalls = Pick<
  WaypostClient['submit'],
  | 'openTrack'
  | 'openReceivedFile'
  | 'openAgain'
  | 'readAgain'
  | 'opened'
  | 'closeTrack'
  | 'cancelRead'
>;

const nothing: TrackState = {
  opened: null,
  points: null,
  index: 0,
  choices: {},
  shown: null,
  devices: [],
  isOpening: false,
  fault: null,
};

/** A file is open, or about to be. */
export const isTrackBegun = ({ opened, isOpening }: Pick<TrackState, 'opened' | 'isOpening'>) =>
  opened !== null || isOpening;

/** `ready` is called before points are needed. */
export function createTrackStore(calls: TrackCalls, ready: () => void) {
  const store = createStore<TrackState>(() => nothing);
  const { getState, setState } = store;
  /** Increases when pending answers are no longer needed. */
  let epoch = 0;
  const tried = new Set<string>();

  const put = (opened: TrackImport | null) =>
    setState(({ points }) => ({
      opened,
      points: opened && points?.token === opened.token ? points : null,
      index: firstUsable(opened?.tracks ?? []),
      choices: {},
      shown: null,
    }));

  /** Returns the file if it was opened. */
  async function open(
    answer: () => Promise<Outcome<TrackImport | null>>,
    keepsOpen = false,
  ): Promise<TrackImport | null> {
    if (getState().isOpening) return null;
    const ownEpoch = epoch;
    setState({ isOpening: true, fault: null });
    ready();
    const outcome = await answer();
    if (ownEpoch !== epoch) return null;
    setState({ isOpening: false });
    if (outcome.ok) {
      if (outcome.value) put(outcome.value);
      return outcome.value;
    }
    setState({ fault: outcome.fault });
    // After an error with one file the previous one must not be sent by mistake.
    if (!keepsOpen) close();
    return null;
  }

  function close(): void {
    if (getState().opened) void calls.closeTrack();
    put(null);
  }

  /** An account was opened, perhaps in a reloaded window: restores the file that main has open. */
  async function restore(): Promise<void> {
    const ownEpoch = epoch;
    const outcome = await calls.opened();
    const { isOpening, opened } = getState();
    if (ownEpoch !== epoch || isOpening || !outcome.ok || !outcome.value) return;
    // The points wait in the port until then.
    ready();
    if (opened?.token !== outcome.value.token) put(outcome.value);
  }

  return {
    ...store,
    restore,
    pick: () => open(() => calls.openTrack()),
    /** Opens a file passed on by the system; one that could not be opened is not tried again. */
    async openReceivedFile(id: string): Promise<void> {
      if (tried.has(id) || getState().isOpening) return;
      tried.add(id);
      await open(() => calls.openReceivedFile({ id }));
    },
    /** Tries the file that could not be opened again. */
    openAgain: () => open(() => calls.openAgain()),
    /** Reads the open file again with these choices added; track and devices stay chosen. */
    async readAgain(more: TrackChoices): Promise<void> {
      const { opened: before, index, choices: made } = getState();
      if (!before) return;
      const choices = { ...made, ...more };
      const read = await open(() => calls.readAgain({ token: before.token, choices }), true);
      if (!read) return;
      setState({ choices, ...(read.tracks.length === before.tracks.length && { index }) });
    },
    arrived({ token, track, columns }: { token: string; track: number; columns: TrackColumns }) {
      // Drops the points of the previous file, which can be large.
      setState(({ points }) => ({
        points: {
          token,
          tracks: new Map(points?.token === token ? points.tracks : []).set(track, columns),
        },
      }));
    },
    choose: (index: number) => setState({ index, shown: null }),
    show: (shown: PointProblem | null) => setState({ shown }),
    chooseDevices: (devices: readonly ChosenDevice[]) => setState({ devices }),
    dismiss: () => setState({ fault: null }),
    clear() {
      close();
      setState({ devices: [], fault: null });
    },
    /** A track of the file with this token was submitted. */
    submitted(token: string): void {
      const { opened } = getState();
      if (opened?.token !== token) return;
      setState({ devices: [] });
      // The other tracks of the file may be needed next.
      if (opened.tracks.filter(({ usable }) => usable > 0).length === 1) close();
    },
    /** Main has finished reading a file. */
    readingEnded(): void {
      // It was requested before this window was reloaded.
      if (!getState().isOpening) void restore();
    },
    /** Clears everything when the account is left. */
    leave(): void {
      epoch += 1;
      if (getState().isOpening) void calls.cancelRead();
      setState(nothing);
    },
  };
}

const firstUsable = (tracks: readonly ImportedTrack[]) =>
  (tracks.find(({ usable }) => usable > 0) ?? tracks[0])?.index ?? 0;

/**
 * "Points 2 to 9, left out: There is no readable time." For a table, the lines of the file; not all
 * of them need to belong to the points.
 */
export function problemMessage(problem: PointProblem): Message {
  const { point, lastPoint, lines, refused, message: reason } = problem;
  const how = { status: refused ? 'refused' : 'other', reason } as const;
  const count = lastPoint - point + 1;
  if (!lines) {
    return count === 1
      ? message('submit.problem.point', { ...how, point })
      : message('submit.problem.points', { ...how, from: point, to: lastPoint });
  }
  const { first: from, last: to } = lines;
  const isWhole = to - from + 1 === count;
  if (from === to) {
    return isWhole
      ? message('submit.problem.line', { ...how, line: from })
      : message('submit.problem.pointsInLine', { ...how, count, line: from });
  }
  return isWhole
    ? message('submit.problem.lines', { ...how, from, to })
    : message('submit.problem.pointsInLines', { ...how, count, from, to });
}
