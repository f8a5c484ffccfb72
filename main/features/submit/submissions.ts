import path from 'node:path';
import { readTracks, type ReadPoint } from '#main/exchange/tracks/read-tracks';
import { deviceLabel } from '#shared/domain/device';
import type { Job, JobStep } from '#shared/domain/job';
import { metresPerSecond, type Settings } from '#shared/domain/settings';
import type {
  ImportedTrack,
  TrackImport,
  TypedAlert,
  TypedLocation,
} from '#shared/domain/submission';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import { emptyTrack } from '#shared/history/track';
import { fail } from '#shared/fault';
import { readWhole } from '../bulk/table-files';
import type { Account } from '../session/account';
import { checkPoints, type UsablePoint } from './check-points';

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
  /** The zone of times that name none. */
  computerTimeZone: () => string;
  pickTrackFile: () => Promise<string | null>;
  post: (message: HistoryMessage) => void;
}

/** Problems shown of each track; all of them are counted. */
const mostProblems = 500;

export function createSubmissions(options: SubmissionsOptions): Submissions {
  let opened: { token: string; file: string; tracks: UsablePoint[][] } | null = null;

  function plan(what: string, deviceId: string, steps: JobStep[]): Job {
    const device = options.account().fleet.details(deviceId).device;
    const title = `Submit ${what} for ${deviceLabel(device)}`;
    return options.account().bulk.jobs.plan(title.slice(0, 300), 'report', steps);
  }

  return {
    planLocation: (deviceId, location) =>
      plan('a location', deviceId, [{ action: 'submitLocation', id: deviceId, location }]),

    planAlert: (deviceId, alert) =>
      plan('an alert', deviceId, [{ action: 'submitAlert', id: deviceId, alert }]),

    openTrack: async () => {
      const file = await options.pickTrackFile();
      if (file === null) return null;
      const read = readTracks(await readWhole(file), options.computerTimeZone());
      const { tripRules, serviceSpeedUnit } = options.settings();
      const checks = { now: options.now(), jumpKmh: tripRules.jumpKmh };
      const token = options.newId();
      opened = { token, file: path.basename(file), tracks: [] };
      const tracks = read.tracks.map(({ name, points }, index): ImportedTrack => {
        const { usable, problems } = checkPoints(points, checks);
        opened?.tracks.push(usable);
        const perUnit = metresPerSecond[serviceSpeedUnit];
        options.post({ type: 'import', token, track: index, columns: columnsOf(points, perUnit) });
        return {
          index,
          name,
          points: points.length,
          usable: usable.length,
          from: usable[0]?.at ?? null,
          to: usable.at(-1)?.at ?? null,
          problems: problems.slice(0, mostProblems),
          problemCount: problems.length,
        };
      });
      return { token, file: opened.file, format: read.format, tracks };
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

/** The points as the window draws them, in the order of the file. */
function columnsOf(points: readonly ReadPoint[], metresPerSecondOfUnit: number): TrackColumns {
  const orNaN = (value: number | null) => value ?? Number.NaN;
  return {
    ...emptyTrack(),
    count: points.length,
    at: Float64Array.from(points, ({ at }) => orNaN(at)),
    latitude: Float64Array.from(points, ({ latitude }) => orNaN(latitude)),
    longitude: Float64Array.from(points, ({ longitude }) => orNaN(longitude)),
    measures: {
      speed: Float32Array.from(
        points,
        (point) => orNaN(point.metresPerSecond) / metresPerSecondOfUnit,
      ),
    },
    flags: new Uint8Array(points.length),
  };
}
