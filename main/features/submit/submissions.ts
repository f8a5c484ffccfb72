// Why it is so: docs/decisions/0043-submissions.md
import path from 'node:path';
import type { CheckedFile, PointColumns } from '#main/exchange/tracks/checked-schema';
import type { Fleet } from '#main/features/fleet/fleet';
import type { History } from '#main/features/history/history';
import type { FileWork } from '#main/files/file-work';
import { chosenTimeZone } from '#shared/domain/calendar';
import { deviceLabel } from '#shared/domain/device';
import type { Range } from '#shared/domain/history';
import type { Job, JobStep } from '#shared/domain/job';
import { metresPerSecond, type Settings } from '#shared/domain/settings';
import type {
  ImportedTrack,
  TrackChoices,
  TrackImport,
  TypedLocation,
} from '#shared/domain/submission';
import { fail } from '#shared/fault';
import type { Caller } from '#shared/ipc/define';
import type { HistoryMessage } from '#shared/history/columns';
import type { HandlersOf } from '#shared/ipc/contract';
import { createCachedLookup, type CachedLookup } from './report-check';
import { message, type Said } from '#shared/i18n/translate';

interface SubmittingAccount {
  fleet: Pick<Fleet, 'details'>;
  history: Pick<History, 'track'>;
  jobs: {
    plan(
      title: Said,
      kind: 'report',
      steps: readonly JobStep[],
      more?: { cachedMatch?: CachedLookup; draft?: string | undefined },
    ): Job;
    planInChunks(
      title: Said,
      kind: 'report',
      steps: Iterable<JobStep>,
      more?: { cachedMatch?: CachedLookup },
    ): Promise<Job>;
  };
  facts(): { accountTimeZone: string | null };
}

interface SubmissionsOptions {
  /** The open account; throws `notFound` if none is open. */
  account: () => SubmittingAccount;
  settings: () => Settings;
  now: () => number;
  newId: () => string;
  computerTimeZone: () => string;
  pickTrackFile: () => Promise<string | null>;
  /** The path of a received file; null if it is no longer waiting. */
  takeOpenedFile: (id: string) => string | null;
  /** Sends points to the window that opened their file. */
  post: (message: HistoryMessage, to?: Caller) => void;
  work: Pick<FileWork, 'checkTrackFile' | 'readProgress' | 'cancelRead'>;
}

export type Submissions = ReturnType<typeof createSubmissions>;

/** The track file that an account has open. */
interface OpenedFile {
  path: string;
  summary: TrackImport;
  tracks: CheckedFile['tracks'];
}

/** Plans submissions, typed or from a file, as jobs; sends nothing itself. */
export function createSubmissions(options: SubmissionsOptions) {
  const { account, settings, work } = options;
  const files = new WeakMap<SubmittingAccount, OpenedFile>();
  const failedPaths = new WeakMap<SubmittingAccount, string>();

  const labelOf = (deviceId: string) => deviceLabel(account().fleet.details(deviceId).device);

  const cachedMatchOf = (deviceId: string, range: Range): CachedLookup =>
    createCachedLookup(range, (part) => account().history.track(deviceId, part));

  /** Reads and checks a file; null if cancelled. */
  async function open(
    openFor: SubmittingAccount,
    file: string,
    caller?: Caller,
    choices: TrackChoices = {},
  ): Promise<TrackImport | null> {
    failedPaths.set(openFor, file);
    // Times without a zone are in the one in which the window shows times.
    const timeZone = chosenTimeZone(settings().timeZone, {
      account: account().facts().accountTimeZone,
      computer: options.computerTimeZone(),
    });
    const { tripRules, serviceSpeedUnit, speedUnit } = settings();
    const checked = await work.checkTrackFile(file, {
      timeZone,
      now: options.now(),
      rules: tripRules,
      metresPerSecondOfUnit: metresPerSecond[serviceSpeedUnit],
      speedUnit,
      choices,
    });
    failedPaths.delete(openFor);
    if (checked === null) return null;
    const { format, reading, tracks } = checked;
    const summary: TrackImport = {
      token: options.newId(),
      file: path.basename(file),
      format,
      timeZone,
      reading,
      tracks: tracks.map(importedTrack),
    };
    const opened = { path: file, summary, tracks };
    files.set(openFor, opened);
    return postPreviews(opened, caller);
  }

  function postPreviews({ summary, tracks }: OpenedFile, caller?: Caller): TrackImport {
    for (const [track, { preview: columns }] of tracks.entries()) {
      options.post({ type: 'import', token: summary.token, track, columns }, caller);
    }
    return summary;
  }

  /** The file that the window shows; it may have been closed or replaced. */
  function openedAs(token: string): OpenedFile {
    const opened = files.get(account());
    return opened?.summary.token === token ? opened : failNotOpen();
  }

  return {
    planLocation: ({ deviceId, location, draft }) =>
      account().jobs.plan(
        message('jobs.title.location', { device: labelOf(deviceId) }),
        'report',
        [{ kind: 'report', action: 'submitLocation', id: deviceId, location }],
        { cachedMatch: cachedMatchOf(deviceId, { from: location.at, to: location.at }), draft },
      ),

    planAlert: ({ deviceId, alert, draft }) =>
      account().jobs.plan(
        message('jobs.title.alert', { device: labelOf(deviceId) }),
        'report',
        [{ kind: 'report', action: 'submitAlert', id: deviceId, alert }],
        { draft },
      ),

    openTrack: async (caller?: Caller) => {
      const file = await options.pickTrackFile();
      return file === null ? null : open(account(), file, caller);
    },

    openReceivedFile: async ({ id }, caller?: Caller) => {
      // Fails before taking the file, which then keeps waiting for an account.
      const openFor = account();
      return open(openFor, options.takeOpenedFile(id) ?? failNotOpen(), caller);
    },

    readAgain: async ({ token, choices }, caller?: Caller) =>
      open(account(), openedAs(token).path, caller, choices),
    openAgain: async (caller?: Caller) =>
      open(account(), failedPaths.get(account()) ?? failNotOpen(), caller),
    opened: (caller?: Caller) => {
      const opened = files.get(account());
      return opened ? postPreviews(opened, caller) : null;
    },
    closeTrack: () => void files.delete(account()),
    readProgress: () => work.readProgress(),
    cancelRead: () => work.cancelRead(),

    planTrack: async ({ token, track, deviceId }) => {
      const { summary, tracks } = openedAs(token);
      const points = (tracks[track] ?? failNotOpen()).usable;
      const perUnit = metresPerSecond[settings().serviceSpeedUnit];
      const [from, to] = [points.at[0], points.at.at(-1)];
      return account().jobs.planInChunks(
        message('jobs.title.track', { file: summary.file, device: labelOf(deviceId) }),
        'report',
        locationSteps(points, deviceId, perUnit),
        from === undefined || to === undefined
          ? {}
          : { cachedMatch: cachedMatchOf(deviceId, { from, to }) },
      );
    },
  } satisfies HandlersOf<'submit'>;
}

function failNotOpen(): never {
  fail({
    kind: 'declined',
    reason: 'gone',
    message: message('faults.main.fileNotOpen'),
  });
}

function importedTrack(track: CheckedFile['tracks'][number], index: number): ImportedTrack {
  const { name, points, timed, notes, usable, problems, problemCount } = track;
  return {
    index,
    name,
    points,
    usable: usable.at.length,
    refused: points - usable.at.length,
    timed,
    notes,
    from: usable.at[0] ?? null,
    to: usable.at.at(-1) ?? null,
    problems,
    problemCount,
  };
}

/** One job step per point; speeds are converted to the service's unit. */
export function* locationSteps(
  points: PointColumns,
  deviceId: string,
  metresPerSecondOfUnit: number,
): Generator<JobStep> {
  for (const row of points.at.keys()) {
    const valueOf = (column: Float64Array) => (Number.isNaN(column[row]!) ? null : column[row]!);
    const speed = valueOf(points.metresPerSecond);
    const percent = valueOf(points.battery);
    const location: TypedLocation = {
      at: Math.round(points.at[row]!),
      latitude: points.latitude[row]!,
      longitude: points.longitude[row]!,
      speed: speed === null ? null : speed / metresPerSecondOfUnit,
      course: valueOf(points.course),
      battery: percent === null ? null : Math.round(percent),
    };
    yield { kind: 'report', action: 'submitLocation', id: deviceId, location };
  }
}
