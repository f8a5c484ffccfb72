import type { FileWork } from '#main/files/file-work';
import type { Fleet } from '#main/features/fleet/fleet';
import type { History } from '#main/features/history/history';
import { chosenTimeZone } from '#shared/domain/calendar';
import { deviceLabel } from '#shared/domain/device';
import type { Range } from '#shared/domain/history';
import type { Job, JobStep } from '#shared/domain/job';
import { metresPerSecond } from '#shared/domain/settings';
import type {
  FileReadProgress,
  TrackImport,
  TypedAlert,
  TypedLocation,
  TrackChoices,
} from '#shared/domain/submission';
import { createCachedLookup } from './cached-fixes';
import { createOpenedTracks, failNotOpen, type OpenedTracksOptions } from './opened-tracks';
import { locationSteps } from './track-steps';
import type { HandlersOf } from '#shared/ipc/contract';

/** Plans submissions, typed or from a file, as jobs; sends nothing itself. */
export interface Submissions {
  /** `draft`: the key of the form's draft, which goes when the job is started. */
  planLocation(deviceId: string, location: TypedLocation, draft?: string): Job;
  planAlert(deviceId: string, alert: TypedAlert, draft?: string): Job;
  openTrack(): Promise<TrackImport | null>;
  /** Opens a file received from the system. */
  openReceivedFile(id: string): Promise<TrackImport | null>;
  /** Reads the open file again as the user chose; null if cancelled. */
  readAgain(token: string, choices: TrackChoices): Promise<TrackImport | null>;
  /** Tries the file again that last failed to open for this account. */
  openAgain(): Promise<TrackImport | null>;
  /** The file open for this account; its points are posted again. */
  opened(): TrackImport | null;
  closeTrack(): void;
  /** Progress of the file being read; null if there is none. */
  readProgress(): FileReadProgress | null;
  cancelRead(): void;
  planTrack(token: string, track: number, deviceId: string): Promise<Job>;
}

/** What submitting needs from the open account. */
export interface SubmittingAccount {
  fleet: Pick<Fleet, 'details'>;
  history: Pick<History, 'track'>;
  jobs: {
    plan(
      title: string,
      kind: 'report',
      steps: readonly JobStep[],
      more?: CachedLookup & { draft?: string | undefined },
    ): Job;
    planInChunks(
      title: string,
      kind: 'report',
      steps: Iterable<JobStep>,
      more?: CachedLookup,
    ): Promise<Job>;
  };
  facts(): { accountTimeZone: string | null };
}

interface CachedLookup {
  cachedMatch?: ReturnType<typeof createCachedLookup>;
}

export interface SubmissionsOptions extends Omit<OpenedTracksOptions, 'timeZone' | 'work'> {
  /** The open account; throws `notFound` if none is open. */
  account: () => SubmittingAccount;
  computerTimeZone: () => string;
  pickTrackFile: () => Promise<string | null>;
  /** The path of a received file; null if it is no longer waiting. */
  takeOpenedFile: (id: string) => string | null;
  work: Pick<FileWork, 'checkTrackFile' | 'readProgress' | 'cancelRead'>;
}

const longestTitle = 300;

export function createSubmissions(options: SubmissionsOptions): Submissions {
  const { account, work } = options;
  const files = createOpenedTracks<SubmittingAccount>({
    ...options,
    timeZone: () =>
      chosenTimeZone(options.settings().timeZone, {
        account: account().facts().accountTimeZone,
        computer: options.computerTimeZone(),
      }),
  });

  function titleOf(what: string, deviceId: string): string {
    const label = deviceLabel(account().fleet.details(deviceId).device);
    return `Submit ${what} for ${label}`.slice(0, longestTitle);
  }

  const cachedLookup = (deviceId: string, range: Range): CachedLookup => ({
    cachedMatch: createCachedLookup(range, (part) => account().history.track(deviceId, part)),
  });

  return {
    planLocation: (deviceId, location, draft) =>
      account().jobs.plan(
        titleOf('a location', deviceId),
        'report',
        [{ kind: 'report', action: 'submitLocation', id: deviceId, location }],
        { ...cachedLookup(deviceId, { from: location.at, to: location.at }), draft },
      ),

    planAlert: (deviceId, alert, draft) =>
      account().jobs.plan(
        titleOf('an alert', deviceId),
        'report',
        [{ kind: 'report', action: 'submitAlert', id: deviceId, alert }],
        { draft },
      ),

    openTrack: async () => {
      const file = await options.pickTrackFile();
      return file === null ? null : files.open(account(), file);
    },

    openReceivedFile: async (id) => {
      // Fails before taking the file, which then keeps waiting for an account.
      const open = account();
      return files.open(open, options.takeOpenedFile(id) ?? failNotOpen());
    },

    readAgain: async (token, choices) => files.readAgain(account(), token, choices),
    openAgain: async () => files.openAgain(account()),
    opened: () => files.opened(account()),
    closeTrack: () => files.close(account()),
    readProgress: () => work.readProgress(),
    cancelRead: () => work.cancelRead(),

    planTrack: async (token, index, deviceId) => {
      const { file, points } = files.points(account(), token, index);
      const perUnit = metresPerSecond[options.settings().serviceSpeedUnit];
      const title = titleOf(`the track of ${file}`, deviceId);
      const steps = locationSteps(points, deviceId, perUnit);
      const [from, to] = [points.at[0], points.at.at(-1)];
      const lookup =
        from === undefined || to === undefined ? {} : cachedLookup(deviceId, { from, to });
      return account().jobs.planInChunks(title, 'report', steps, lookup);
    },
  };
}

export const submitHandlers = (submissions: Submissions): HandlersOf<'submit'> => ({
  planLocation: ({ deviceId, location, draft }) =>
    submissions.planLocation(deviceId, location, draft),
  planAlert: ({ deviceId, alert, draft }) => submissions.planAlert(deviceId, alert, draft),
  openTrack: submissions.openTrack,
  openReceivedFile: ({ id }) => submissions.openReceivedFile(id),
  readAgain: ({ token, choices }) => submissions.readAgain(token, choices),
  openAgain: submissions.openAgain,
  opened: submissions.opened,
  closeTrack: submissions.closeTrack,
  readProgress: submissions.readProgress,
  cancelRead: submissions.cancelRead,
  planTrack: ({ token, track, deviceId }) => submissions.planTrack(token, track, deviceId),
});
