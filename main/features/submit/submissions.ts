import path from 'node:path';
import { readTracks } from '#main/exchange/tracks/read-tracks';
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
import { readWhole } from '../bulk/table-files';
import type { Account } from '../session/account';
import { checkPoints, type UsablePoint } from './check-points';
import { refuseWhatIsNoText } from './file-kind';
import { keptFixes } from './kept-fixes';
import { previewOf } from './preview';

/** What a person submits by hand or from a file; each as the plan of a job, nothing is sent by it. */
export interface Submissions {
  planLocation(deviceId: string, location: TypedLocation): Job;
  planAlert(deviceId: string, alert: TypedAlert): Job;
  openTrack(): Promise<TrackImport | null>;
  planTrack(token: string, track: number, deviceId: string): Job;
}

export interface SubmissionsOptions {
  account: () => Account;
  settings: () => Settings;
  now: () => number;
  newId: () => string;
  computerTimeZone: () => string;
  pickTrackFile: () => Promise<string | null>;
  post: (message: HistoryMessage) => void;
}

/** Problems shown of each track; all of them are counted. */
const mostProblems = 500;

export function createSubmissions(options: SubmissionsOptions): Submissions {
  let opened: { token: string; file: string; tracks: UsablePoint[][] } | null = null;

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

  return {
    planLocation: (deviceId, location) =>
      plan('a location', deviceId, [{ action: 'submitLocation', id: deviceId, location }]),

    planAlert: (deviceId, alert) =>
      plan('an alert', deviceId, [{ action: 'submitAlert', id: deviceId, alert }]),

    openTrack: async () => {
      const file = await options.pickTrackFile();
      if (file === null) return null;
      const bytes = await readWhole(file);
      refuseWhatIsNoText(bytes);
      const zone = timeZone();
      const read = readTracks(bytes, zone);
      const { tripRules, serviceSpeedUnit } = options.settings();
      const checks = { now: options.now(), jumpKmh: tripRules.jumpKmh };
      const token = options.newId();
      opened = { token, file: path.basename(file), tracks: [] };
      const tracks = read.tracks.map(({ name, points }, index): ImportedTrack => {
        const { usable, problems } = checkPoints(points, checks);
        opened?.tracks.push(usable);
        const shown = usable.length > 0 ? usable : points;
        const columns = previewOf(shown, metresPerSecond[serviceSpeedUnit], tripRules);
        options.post({ type: 'import', token, track: index, columns });
        return {
          index,
          name,
          points: points.length,
          usable: usable.length,
          refused: points.length - usable.length,
          from: usable[0]?.at ?? null,
          to: usable.at(-1)?.at ?? null,
          problems: problems.slice(0, mostProblems),
          problemCount: problems.length,
        };
      });
      return { token, file: opened.file, format: read.format, timeZone: zone, tracks };
    },

    planTrack: (token, index, deviceId) => {
      const points = opened?.token === token ? opened.tracks[index] : undefined;
      if (!opened || !points) {
        return fail({
          kind: 'notFound',
          message: 'This file is not open any more. Open it again.',
        });
      }
      const perUnit = metresPerSecond[options.settings().serviceSpeedUnit];
      const steps = points.map((point): JobStep => ({
        action: 'submitLocation',
        id: deviceId,
        location: locationOf(point, perUnit),
      }));
      return plan(`the track of ${opened.file}`, deviceId, steps);
    },
  };
}

function locationOf(point: UsablePoint, metresPerSecondOfUnit: number): TypedLocation {
  const { at, latitude, longitude, metresPerSecond: speed, course, battery } = point;
  const within = (value: number | null, most: number) =>
    value !== null && value >= 0 && value <= most ? value : null;
  const percent = within(battery, 100);
  return {
    at: Math.round(at),
    latitude,
    longitude,
    speed: speed === null || speed < 0 ? null : speed / metresPerSecondOfUnit,
    course: within(course, 360),
    battery: percent === null ? null : Math.round(percent),
  };
}
