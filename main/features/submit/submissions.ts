import path from 'node:path';
import { chosenTimeZone } from '#shared/domain/calendar';
import { deviceLabel } from '#shared/domain/device';
import type { Job, JobStep } from '#shared/domain/job';
import type { Range } from '#shared/domain/history';
import { metresPerSecond, type Settings } from '#shared/domain/settings';
import type {
  FileReadProgress,
  ImportedTrack,
  TrackImport,
  TypedAlert,
  TypedLocation,
} from '#shared/domain/submission';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import { fail } from '#shared/fault';
import type { FileWork } from '#main/files/file-work';
import type { Fleet } from '#main/features/fleet/fleet';
import type { History } from '#main/features/history/history';
import type { CheckedFile, PointColumns } from '#main/exchange/tracks/checked-file';
import { keptFixes } from './cached-fixes';

/** What a person submits by hand or from a file; each as the plan of a job, nothing is sent by it. */
export interface Submissions {
  planLocation(deviceId: string, location: TypedLocation): Job;
  planAlert(deviceId: string, alert: TypedAlert): Job;
  openTrack(): Promise<TrackImport | null>;
  /** Opens the file that the system handed over. */
  openReceivedFile(id: string): Promise<TrackImport | null>;
  /** Tries the file again that could not be opened for the account on screen. */
  openAgain(): Promise<TrackImport | null>;
  /** The file that is open for the account on screen; its points are posted again. */
  opened(): TrackImport | null;
  closeTrack(): void;
  /** The file that is being read, and the way to end that. */
  reading(): FileReadProgress | null;
  cancelReading(): void;
  planTrack(token: string, track: number, deviceId: string): Promise<Job>;
}

/** What submitting needs of the open account. */
export interface SubmittingAccount {
  fleet: Pick<Fleet, 'details'>;
  history: Pick<History, 'track'>;
  jobs: {
    plan(title: string, kind: 'report', steps: readonly JobStep[], more?: CachedLookup): Job;
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
  kept?: ReturnType<typeof keptFixes>;
}

export interface SubmissionsOptions {
  /** The open account; throws `notFound` when none is open. */
  account: () => SubmittingAccount;
  settings: () => Settings;
  now: () => number;
  newId: () => string;
  computerTimeZone: () => string;
  pickTrackFile: () => Promise<string | null>;
  /** The path of the file handed over; null where it does not wait any more. */
  takeOpenedFile: (id: string) => string | null;
  post: (message: HistoryMessage) => void;
  work: Pick<FileWork, 'judge' | 'reading' | 'cancelReading'>;
}

/** A file that was read, as the window knows it and with what is sent of it. */
interface Opened {
  told: TrackImport;
  tracks: PointColumns[];
  previews: TrackColumns[];
}

export function createSubmissions(options: SubmissionsOptions): Submissions {
  /** One for each account; what was open for one is gone with it. */
  const files = new WeakMap<SubmittingAccount, Opened>();
  /** The paths that could not be opened last. */
  const failed = new WeakMap<SubmittingAccount, string>();

  const titleOf = (what: string, deviceId: string) =>
    `Submit ${what} for ${deviceLabel(options.account().fleet.details(deviceId).device)}`.slice(
      0,
      300,
    );

  /** What the history holds already of a time, or nothing where nothing is asked about. */
  const keptOf = (deviceId: string, range: Range) =>
    keptFixes(range, (asked) => options.account().history.track(deviceId, asked));

  /** The zone in which times are shown, so that a table's are read as they will be shown. */
  function timeZone(): string {
    return chosenTimeZone(options.settings().timeZone, {
      account: options.account().facts().accountTimeZone,
      computer: options.computerTimeZone(),
    });
  }

  async function open(file: string): Promise<TrackImport | null> {
    const account = options.account();
    failed.set(account, file);
    const opened = await judge(file);
    failed.delete(account);
    if (opened === null) return null;
    files.set(account, opened);
    return tell(opened);
  }

  async function judge(file: string): Promise<Opened | null> {
    const zone = timeZone();
    const { tripRules, serviceSpeedUnit } = options.settings();
    const judged = await options.work.judge(file, {
      timeZone: zone,
      now: options.now(),
      rules: tripRules,
      metresPerSecondOfUnit: metresPerSecond[serviceSpeedUnit],
    });
    if (judged === null) return null;
    const told: TrackImport = {
      token: options.newId(),
      file: path.basename(file),
      format: judged.format,
      timeZone: zone,
      tracks: judged.tracks.map(importedTrack),
    };
    return {
      told,
      tracks: judged.tracks.map(({ usable }) => usable),
      previews: judged.tracks.map(({ preview }) => preview),
    };
  }

  function tell({ told, previews }: Opened): TrackImport {
    previews.forEach((columns, track) =>
      options.post({ type: 'import', token: told.token, track, columns }),
    );
    return told;
  }

  return {
    planLocation: (deviceId, location) =>
      options
        .account()
        .jobs.plan(
          titleOf('a location', deviceId),
          'report',
          [{ action: 'submitLocation', id: deviceId, location }],
          { kept: keptOf(deviceId, { from: location.at, to: location.at }) },
        ),

    planAlert: (deviceId, alert) =>
      options
        .account()
        .jobs.plan(titleOf('an alert', deviceId), 'report', [
          { action: 'submitAlert', id: deviceId, alert },
        ]),

    openTrack: async () => {
      const file = await options.pickTrackFile();
      return file === null ? null : open(file);
    },

    openReceivedFile: async (id) => {
      // Without an account it goes on waiting for one.
      options.account();
      return open(
        options.takeOpenedFile(id) ?? fail({ kind: 'declined', reason: 'gone', message: notOpen }),
      );
    },

    openAgain: async () =>
      open(
        failed.get(options.account()) ??
          fail({ kind: 'declined', reason: 'gone', message: notOpen }),
      ),

    opened: () => {
      const opened = files.get(options.account());
      return opened ? tell(opened) : null;
    },

    closeTrack: () => void files.delete(options.account()),

    reading: () => options.work.reading(),
    cancelReading: () => options.work.cancelReading(),

    planTrack: async (token, index, deviceId) => {
      const opened = files.get(options.account());
      const points = opened?.told.token === token ? opened.tracks[index] : undefined;
      if (!opened || !points) return fail({ kind: 'declined', reason: 'gone', message: notOpen });
      const perUnit = metresPerSecond[options.settings().serviceSpeedUnit];
      const title = titleOf(`the track of ${opened.told.file}`, deviceId);
      const steps = stepsOf(points, deviceId, perUnit);
      const [from, to] = [points.at[0], points.at.at(-1)];
      const kept =
        from === undefined || to === undefined ? {} : { kept: keptOf(deviceId, { from, to }) };
      return options.account().jobs.planInChunks(title, 'report', steps, kept);
    },
  };
}

function importedTrack(track: CheckedFile['tracks'][number], index: number): ImportedTrack {
  const { name, points, usable, problems, problemCount } = track;
  return {
    index,
    name,
    points,
    usable: usable.at.length,
    refused: points - usable.at.length,
    from: usable.at[0] ?? null,
    to: usable.at.at(-1) ?? null,
    problems,
    problemCount,
  };
}

const notOpen = 'This file is not open any more. Open it again.';

function* stepsOf(points: PointColumns, id: string, perUnit: number): Generator<JobStep> {
  for (const row of points.at.keys()) {
    yield { action: 'submitLocation', id, location: locationOf(points, row, perUnit) };
  }
}

function locationOf(
  points: PointColumns,
  row: number,
  metresPerSecondOfUnit: number,
): TypedLocation {
  /** null where the file does not say it, or something that cannot be. */
  const within = (column: Float64Array, most: number) => {
    const value = column[row]!;
    return value >= 0 && value <= most ? value : null;
  };
  const speed = within(points.metresPerSecond, Infinity);
  const percent = within(points.battery, 100);
  return {
    at: Math.round(points.at[row]!),
    latitude: points.latitude[row]!,
    longitude: points.longitude[row]!,
    speed: speed === null ? null : speed / metresPerSecondOfUnit,
    course: within(points.course, 360),
    battery: percent === null ? null : Math.round(percent),
  };
}
