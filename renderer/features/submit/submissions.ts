import { useStore } from 'zustand';
import type { Job } from '#shared/domain/job';
import type { SpeedUnit } from '#shared/domain/settings';
import type { FileReadProgress, ImportedTrack } from '#shared/domain/submission';
import type { Outcome } from '#shared/fault';
import type { PlainKey } from '#shared/i18n/translate';
import type { TrackColumns } from '#shared/history/columns';
import { jobsMirror, showInDialog } from '#features/activity';
import { draftStore, sameValue, storedDrafts } from '#features/edits';
import type { ChosenDevice } from '#features/fleet';
import { createAccountStore, onAccountLeft, onAccountOpened } from '#lib/account-scope';
import { tracks } from '#engines/tracks';
import { api } from '#lib/api';
import { createAccountMirror } from '#lib/mirror';
import { createTrackStore, type TrackState } from './track-store';
import type { TypedPlace } from './typed-place';

// What is about to be submitted: forms typed by hand, a track of a file, and the plans made from them.

export type Tab = TypedTab | 'track';

const view = createAccountStore<{ tab: Tab }>({ tab: 'location' });

/** The tab that was on screen last. */
export const useTab = () => useStore(view, ({ tab }) => tab);
export const chooseTab = (tab: Tab) => view.setState({ tab });

/** The fields of every submission typed by hand. */
export interface TypedSubmission extends TypedPlace {
  /** The device; empty if none is chosen yet. */
  devices: readonly ChosenDevice[];
}

/** A location as typed; numbers are the values of their fields. */
interface TypedLocationForm extends TypedSubmission {
  speed: string | number;
  /** The unit it was typed in; absent: the service's. */
  speedUnit?: SpeedUnit | undefined;
  course: string | number;
  battery: string | number;
}

interface TypedAlertForm extends TypedSubmission {
  kinds: readonly string[];
  text: string;
  channels: readonly string[];
}

/** Forms that are stored as drafts, one of each kind for an account. */
export interface TypedForms {
  location: TypedLocationForm;
  alert: TypedAlertForm;
}
export type TypedTab = keyof TypedForms;

export const draftKeys: Record<TypedTab, string> = {
  location: 'submission:location',
  alert: 'submission:alert',
};

/** The label of a draft is stored, so it is a key. */
export const draftLabels: Record<TypedTab, PlainKey> = {
  location: 'submit.draft.location',
  alert: 'submit.draft.alert',
};

/** The empty forms; the time is the current one. */
export const blankForms: { [T in TypedTab]: (now: number) => TypedForms[T] } = {
  location: (now) => ({
    devices: [],
    coordinates: '',
    at: now,
    speed: '',
    course: '',
    battery: '',
  }),
  alert: (now) => ({ devices: [], coordinates: '', at: now, kinds: [], text: '', channels: [] }),
};

/** The tab that a draft is typed on; null for a draft of something else. */
export function tabOfDraft(key: string): TypedTab | null {
  const tabs = Object.keys(draftKeys) as TypedTab[];
  return tabs.find((tab) => draftKeys[tab] === key) ?? null;
}

export const trackStore = createTrackStore(api.submit, () => tracks.ready());

export const useTrack = <T>(select: (state: TrackState) => T): T => useStore(trackStore, select);

/** The points of a track of the open file; null until they have arrived. */
export const useTrackColumns = (track: ImportedTrack | null): TrackColumns | null =>
  useTrack(({ opened, points }) =>
    track && points?.token === opened?.token ? (points?.tracks.get(track.index) ?? null) : null,
  );

/** The file of tracks that main is reading. */
const readingMirror = createAccountMirror<FileReadProgress | null>(
  () => api.submit.readProgress(),
  (listener) => api.submit.onReadProgressChanged(listener),
);

export const useFileReading = () => useStore(readingMirror, ({ value }) => value);

/** Clears the form of each plan that was made here. */
const clearForms = new Map<string, () => void>();
onAccountLeft(() => clearForms.clear());

/** Clears a form when its plan is started: until then it can be cancelled and corrected. */
function clearStarted(jobs: readonly Pick<Job, 'id' | 'phase'>[]): void {
  for (const { id, phase } of jobs) {
    const clearForm = clearForms.get(id);
    if (!clearForm || phase === 'planned') continue;
    clearForms.delete(id);
    if (phase !== 'cancelled') clearForm();
  }
}

/** Plans a submission and shows the plan. `plan` returns null if something is missing. */
export async function planSubmission(
  plan: () => Promise<Outcome<Job>> | null,
  clearForm: () => void,
): Promise<Outcome<Job | null>> {
  const outcome = await plan();
  if (!outcome) return { ok: true, value: null };
  if (outcome.ok) {
    clearForms.set(outcome.value.id, clearForm);
    showInDialog(outcome.value);
  }
  return outcome;
}

/** Clears the entries of a tab as they are now; changes made later are not in the job. */
export function entriesClearer(tab: TypedTab): () => void {
  const key = draftKeys[tab];
  const typed = () => draftStore.getState().drafts.get(key)?.edit;
  const sent = typed();
  return () => {
    if (sameValue(typed(), sent)) draftStore.discard(key);
  };
}

/** Ends what was planned or read, in whichever window or page that was begun. */
export function followSubmissions(): void {
  jobsMirror.subscribe(({ value }, before) => {
    clearStarted(value ?? []);
    // A plan from before a restart has no form here that waits for it, but its draft in main.
    if (hasStarted(before.value ?? [], value ?? [])) void storedDrafts.refresh('submission');
  });
  tracks.onImport(trackStore.arrived);
  readingMirror.subscribe(({ value }, before) => {
    if (before.value !== null && value === null) trackStore.readingEnded();
  });
}
onAccountLeft(() => trackStore.leave());
onAccountOpened(() => void trackStore.restore());

const hasStarted = (before: readonly Job[], now: readonly Job[]) =>
  now.some(
    ({ id, kind, phase }) =>
      kind === 'report' &&
      phase !== 'planned' &&
      before.some((job) => job.id === id && job.phase === 'planned'),
  );
