import { useStore } from 'zustand';
import type { Job } from '#shared/domain/job';
import type { FileReadProgress } from '#shared/domain/submission';
import { jobsMirror } from '#features/activity';
import { draftStore, storedDrafts, sameValue } from '#features/edits';
import { historyPort } from '#features/history';
import { api } from '#lib/api';
import { createAccountStore, onAccountLeft, onAccountOpened } from '#lib/account-scope';
import { createAccountMirror } from '#lib/mirror';
import { createPlanned } from './planned';
import { createTrackStore, type TrackState } from './track-store';
import { draftKeys, type TypedTab } from './typed-form';

export const trackStore = createTrackStore({
  ready: () => historyPort.ready(),
  openTrack: () => api.submit.openTrack(),
  openReceivedFile: (given) => api.submit.openReceivedFile(given),
  openAgain: () => api.submit.openAgain(),
  readAgain: (input) => api.submit.readAgain(input),
  opened: () => api.submit.opened(),
  closeTrack: () => api.submit.closeTrack(),
  cancelRead: () => api.submit.cancelRead(),
});

export const useTrack = <T>(select: (state: TrackState) => T): T => useStore(trackStore, select);

/** The file of tracks that main is reading. */
const readingMirror = createAccountMirror<FileReadProgress | null>(
  () => api.submit.readProgress(),
  (listener) => api.submit.onReadProgressChanged(listener),
);

export const useFileReading = () => useStore(readingMirror, ({ value }) => value);

export type Tab = TypedTab | 'track';

const view = createAccountStore<{ tab: Tab }>({ tab: 'location' });

/** The tab that was on screen last. */
export const useTab = () => useStore(view, ({ tab }) => tab);
export const chooseTab = (tab: Tab) => view.setState({ tab });

const planned = createPlanned();

/**
 * The current entries are being planned. Call the returned function with the job; the form is cleared
 * once that job is started.
 */
export function planTyped(tab: TypedTab): (jobId: string) => void {
  const key = draftKeys[tab];
  const typed = () => draftStore.getState().drafts.get(key)?.edit;
  const sent = typed();
  return (jobId) =>
    planned.note(jobId, () => {
      // Changes made since then are not in that job.
      if (sameValue(typed(), sent)) draftStore.discard(key);
    });
}

/** The same for a track from a file. */
export function trackIsPlanned(token: string, jobId: string): void {
  planned.note(jobId, () => trackStore.submitted(token));
}

/** Ends what was planned or read, in whichever window or page that was begun. */
export function followSubmissions(): void {
  jobsMirror.subscribe(({ value }, before) => {
    planned.follow(value ?? []);
    // A plan from before a restart has no form here that waits for it, but its draft in main.
    if (hasStarted(before.value ?? [], value ?? [])) void storedDrafts.refresh('submission');
  });
  historyPort.onImport(trackStore.arrived);
  readingMirror.subscribe(({ value }, before) => {
    if (before.value !== null && value === null) trackStore.readingEnded();
  });
}
onAccountLeft(() => {
  planned.clear();
  trackStore.leave();
});
onAccountOpened(() => void trackStore.restore());

const hasStarted = (before: readonly Job[], now: readonly Job[]) =>
  now.some(
    ({ id, kind, phase }) =>
      kind === 'report' &&
      phase !== 'planned' &&
      before.some((job) => job.id === id && job.phase === 'planned'),
  );
