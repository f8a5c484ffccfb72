import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportedTrack, PointProblem, TrackImport } from '#shared/domain/submission';
import type { TrackColumns } from '#shared/history/columns';
import type { Fault, Outcome } from '#shared/fault';
import type { ChosenDevice } from '#features/history';

/** What is open under "A track from a file"; it outlives the tab and the page. */
export interface TrackState {
  opened: TrackImport | null;
  /** The points of the file that arrived last, by the number of their track. */
  points: { token: string; tracks: ReadonlyMap<number, TrackColumns> } | null;
  /** The number of the chosen track. */
  index: number;
  /** The problem that was pressed. */
  shown: PointProblem | null;
  devices: readonly ChosenDevice[];
  /** A file is being picked or read. */
  isOpening: boolean;
  /** Why the last file could not be opened. */
  fault: Fault | null;
  /** Why its points are not here to be drawn; they can be sent all the same. */
  pointsFault: Fault | null;
}

/** What main does with files of tracks. */
export interface TrackCalls {
  /** Asked before points are to arrive. */
  ready(): Promise<void>;
  openTrack(): Promise<Outcome<TrackImport | null>>;
  openReceivedFile(input: { id: string }): Promise<Outcome<TrackImport | null>>;
  openAgain(): Promise<Outcome<TrackImport | null>>;
  opened(): Promise<Outcome<TrackImport | null>>;
  closeTrack(): Promise<Outcome<unknown>>;
  cancelRead(): Promise<Outcome<unknown>>;
}

export interface TrackStore extends StoreApi<TrackState> {
  pick(): Promise<void>;
  /** Opens a file that was handed over; one that could not be opened is not tried for ever. */
  openReceivedFile(id: string): Promise<void>;
  /** Tries the file again that could not be opened. */
  openAgain(): Promise<void>;
  /** What brings the points came to an end; those that were under way are lost. */
  pointsBroke(fault: Fault): void;
  /** Has the points of the open file brought again. */
  bringAgain(): Promise<void>;
  arrived(message: { token: string; track: number; columns: TrackColumns }): void;
  choose(index: number): void;
  show(problem: PointProblem | null): void;
  chooseDevices(devices: readonly ChosenDevice[]): void;
  dismiss(): void;
  clear(): void;
  /** Of the file that this is the token of, a track was submitted. */
  submitted(token: string): void;
  /** Main reads no file any more. */
  readingEnded(): void;
  /** The account is left. */
  leave(): void;
  /** An account is on screen, perhaps in a window that was loaded anew: what main has open for it. */
  takeUp(): Promise<void>;
}

const nothing: TrackState = {
  opened: null,
  points: null,
  index: 0,
  shown: null,
  devices: [],
  isOpening: false,
  fault: null,
  pointsFault: null,
};

/** A file is open, or about to be. */
export const isTrackBegun = ({ opened, isOpening }: Pick<TrackState, 'opened' | 'isOpening'>) =>
  opened !== null || isOpening;

export function createTrackStore(calls: TrackCalls): TrackStore {
  const store = createStore<TrackState>(() => nothing);
  const { getState, setState } = store;
  /** Grows when what is under way is wanted no more. */
  let epoch = 0;
  const tried = new Set<string>();

  const put = (opened: TrackImport | null) =>
    setState(({ points }) => ({
      opened,
      points: opened && points?.token === opened.token ? points : null,
      index: firstUsable(opened?.tracks ?? []),
      shown: null,
    }));

  /** Whether the points of every track of the open file are here. */
  function hasAll(): boolean {
    const { opened, points } = getState();
    return (
      !opened || (points?.token === opened.token && points.tracks.size === opened.tracks.length)
    );
  }

  async function open(answer: () => Promise<Outcome<TrackImport | null>>): Promise<void> {
    if (getState().isOpening) return;
    const mine = epoch;
    setState({ isOpening: true, fault: null, pointsFault: null });
    await calls.ready();
    const outcome = await answer();
    if (mine !== epoch) return;
    setState({ isOpening: false });
    if (outcome.ok) {
      if (outcome.value) put(outcome.value);
      if (hasAll()) setState({ pointsFault: null });
      return;
    }
    // Beside the trouble with one file, another must not wait to be sent.
    setState({ fault: outcome.fault });
    close();
  }

  function close(): void {
    if (getState().opened) void calls.closeTrack();
    put(null);
  }

  async function takeUp(): Promise<void> {
    const mine = epoch;
    await calls.ready();
    const outcome = await calls.opened();
    const { isOpening, opened } = getState();
    if (mine !== epoch || isOpening || !outcome.ok || !outcome.value) return;
    if (opened?.token !== outcome.value.token) put(outcome.value);
  }

  return {
    ...store,
    pick: () => open(() => calls.openTrack()),
    openReceivedFile: async (id) => {
      if (tried.has(id) || getState().isOpening) return;
      tried.add(id);
      await open(() => calls.openReceivedFile({ id }));
    },
    openAgain: () => open(() => calls.openAgain()),
    pointsBroke: (pointsFault) => {
      if (getState().isOpening || !hasAll()) setState({ pointsFault });
    },
    bringAgain: async () => {
      setState({ pointsFault: null });
      await calls.ready();
      await calls.opened();
    },
    arrived: ({ token, track, columns }) =>
      // Of the file before nothing is kept: a large one takes its memory along.
      setState(({ points }) => ({
        points: {
          token,
          tracks: new Map(points?.token === token ? points.tracks : []).set(track, columns),
        },
      })),
    choose: (index) => setState({ index, shown: null }),
    show: (shown) => setState({ shown }),
    chooseDevices: (devices) => setState({ devices }),
    dismiss: () => setState({ fault: null }),
    clear: () => {
      close();
      setState({ devices: [], fault: null, pointsFault: null });
    },
    submitted: (token) => {
      const { opened } = getState();
      if (opened?.token !== token) return;
      setState({ devices: [] });
      // The others of the file may be wanted next.
      if (opened.tracks.filter(({ usable }) => usable > 0).length === 1) close();
    },
    readingEnded: () => {
      // It was asked for before this window was loaded anew.
      if (!getState().isOpening) void takeUp();
    },
    leave: () => {
      epoch += 1;
      if (getState().isOpening) void calls.cancelRead();
      setState(nothing);
    },
    takeUp,
  };
}

const firstUsable = (tracks: readonly ImportedTrack[]) =>
  (tracks.find(({ usable }) => usable > 0) ?? tracks[0])?.index ?? 0;
