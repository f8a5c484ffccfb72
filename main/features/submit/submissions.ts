import path from 'node:path';
import { deviceLabel } from '#shared/domain/device';
import type { Job, JobStep } from '#shared/domain/job';
import { metresPerSecond, type Settings } from '#shared/domain/settings';
import type {
  ImportedTrack,
  TrackImport,
  TypedAlert,
  TypedLocation,
} from '#shared/domain/submission';
import type { HistoryMessage } from '#shared/history/columns';
import { fail } from '#shared/fault';
import type { FileWork } from '../files/file-work';
import type { Account } from '../session/account';
import type { PointColumns } from './judged-file';
import { keptFixes } from './kept-fixes';

/** What a person submits by hand or from a file; each as the plan of a job, nothing is sent by it. */
export interface Submissions {
  planLocation(deviceId: string, location: TypedLocation): Job;
  planAlert(deviceId: string, alert: TypedAlert): Job;
  openTrack(): Promise<TrackImport | null>;
  /** Opens the file that the system handed over. */
  openGiven(id: string): Promise<TrackImport>;
  planTrack(token: string, track: number, deviceId: string): Job;
}

export interface SubmissionsOptions {
  account: () => Account;
  settings: () => Settings;
  now: () => number;
  newId: () => string;
  computerTimeZone: () => string;
  pickTrackFile: () => Promise<string | null>;
  /** The path of the file handed over; null where it does not wait any more. */
  takeGivenFile: (id: string) => string | null;
  post: (message: HistoryMessage) => void;
  work: Pick<FileWork, 'judge'>;
}

export function createSubmissions(options: SubmissionsOptions): Submissions {
  let opened: { token: string; file: string; tracks: PointColumns[] } | null = null;

  function plan(what: string, deviceId: string, steps: JobStep[]): Job {
    const { fleet, bulk, history } = options.account();
    const title = `Submit ${what} for ${deviceLabel(fleet.details(deviceId).device)}`;
    const kept = keptFixes(steps, (range) => history.track(deviceId, range));
    return bulk.jobs.plan(title.slice(0, 300), 'report', steps, { kept });
  }

  /** The zone in which times are shown, so that a table's are read as they will be shown. */
  function timeZone(): string {
    const { timeZone: chosen } = options.settings();
    if (chosen === 'utc') return 'UTC';
    const account = chosen === 'account' ? options.account().facts().accountTimeZone : null;
    return account ?? options.computerTimeZone();
  }

  async function open(file: string): Promise<TrackImport> {
    const zone = timeZone();
    const { tripRules, serviceSpeedUnit } = options.settings();
    const judged = await options.work.judge(file, {
      timeZone: zone,
      now: options.now(),
      rules: tripRules,
      metresPerSecondOfUnit: metresPerSecond[serviceSpeedUnit],
    });
    const token = options.newId();
    opened = {
      token,
      file: path.basename(file),
      tracks: judged.tracks.map(({ usable }) => usable),
    };
    const tracks = judged.tracks.map((track, index): ImportedTrack => {
      const { name, points, usable, problems, problemCount, preview } = track;
      options.post({ type: 'import', token, track: index, columns: preview });
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
    });
    return { token, file: opened.file, format: judged.format, timeZone: zone, tracks };
  }

  return {
    planLocation: (deviceId, location) =>
      plan('a location', deviceId, [{ action: 'submitLocation', id: deviceId, location }]),

    planAlert: (deviceId, alert) =>
      plan('an alert', deviceId, [{ action: 'submitAlert', id: deviceId, alert }]),

    openTrack: async () => {
      const file = await options.pickTrackFile();
      return file === null ? null : open(file);
    },

    openGiven: async (id) => {
      // Without an account it goes on waiting for one.
      options.account();
      return open(options.takeGivenFile(id) ?? fail({ kind: 'notFound', message: notOpen }));
    },

    planTrack: (token, index, deviceId) => {
      const points = opened?.token === token ? opened.tracks[index] : undefined;
      if (!opened || !points) {
        return fail({
          kind: 'notFound',
          message: notOpen,
        });
      }
      const perUnit = metresPerSecond[options.settings().serviceSpeedUnit];
      const steps = Array.from(points.at, (_, row): JobStep => ({
        action: 'submitLocation',
        id: deviceId,
        location: locationOf(points, row, perUnit),
      }));
      return plan(`the track of ${opened.file}`, deviceId, steps);
    },
  };
}

const notOpen = 'This file is not open any more. Open it again.';

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
