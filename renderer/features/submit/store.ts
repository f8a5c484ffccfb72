import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FileReadProgress } from '#shared/domain/submission';
import { jobsMirror } from '#features/jobs';
import { sessionMirror } from '#features/session';
import { draftStore, sameValue } from '#features/drafts';
import { historyPort } from '#features/history';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';
import { createPlanned } from './planned';
import { createTrackStore, type TrackState } from './track-store';
import { draftKeys, type TypedTab } from './typed-form';

export const trackStore = createTrackStore({
  ready: () => historyPort.ready(),
  openTrack: () => api.submit.openTrack(),
  openReceivedFile: (given) => api.submit.openReceivedFile(given),
  openAgain: () => api.submit.openAgain(),
  opened: () => api.submit.opened(),
  closeTrack: () => api.submit.closeTrack(),
  cancelRead: () => api.submit.cancelRead(),
});

export const useTrack = <T>(select: (state: TrackState) => T): T => useStore(trackStore, select);

/** The file of tracks that main is reading. */
const readingMirror = createMirror<FileReadProgress | null>(
  () => api.submit.readProgress(),
  (listener) => api.submit.onReadProgressChanged(listener),
);

export const useFileReading = () => useStore(readingMirror, ({ value }) => value);

export type Tab = TypedTab | 'track';

const view = createStore<{ tab: Tab }>(() => ({ tab: 'location' }));

/** The tab that was on screen last. */
export const useTab = () => useStore(view, ({ tab }) => tab);
export const chooseTab = (tab: Tab) => view.setState({ tab });

const planned = createPlanned();

/**
 * What is typed now is being planned. Tell the answered function the job: once that is started, the
 * form is empty again.
 */
export function planTyped(tab: TypedTab): (jobId: string) => void {
  const key = draftKeys[tab];
  const typed = () => draftStore.getState().drafts.get(key)?.edit;
  const sent = typed();
  return (jobId) =>
    planned.note(jobId, () => {
      // What was typed since is not in that job.
      if (sameValue(typed(), sent)) draftStore.discard(key);
    });
}

/** The same of a track out of a file. */
export function trackIsPlanned(token: string, jobId: string): void {
  planned.note(jobId, () => trackStore.submitted(token));
}

/** What the page for submitting keeps beside itself; `read` takes up the account that was opened. */
export const submitMirror = {
  start(): void {
    jobsMirror.subscribe(({ value }) => planned.follow(value ?? []));
    historyPort.onImport(trackStore.arrived);
    historyPort.onBroken(trackStore.pointsBroke);
    readingMirror.subscribe(({ value }, before) => {
      if (before.value !== null && value === null) trackStore.readingEnded();
    });
    sessionMirror.subscribe(({ value }) => {
      if (value?.phase !== 'open') leave();
    });
    readingMirror.start();
  },
  async read(): Promise<void> {
    leave();
    await trackStore.takeUp();
  },
};

function leave(): void {
  planned.clear();
  chooseTab('location');
  trackStore.leave();
}
