import type { AlertFormat } from '#main/exchange/alert-files';
import { exportFileName } from '#main/exchange/file-name';
import type { TrackFormat } from '#main/exchange/tracks/write-tracks';
import { isTimeZone } from '#shared/domain/calendar';
import { deviceLabel } from '#shared/domain/device';
import type { LogKind, Range, TripRules } from '#shared/domain/history';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import { unitChoiceOf, unitsOf } from '#shared/domain/units';
import { fail, FaultError } from '#shared/fault';
import type { WrittenFile } from '#shared/ipc/fields';
import type { AlertFilter } from '#shared/ipc/history';
import type { AlertLog } from '#main/features/alerts/alert-log';
import type { Fleet } from '#main/features/fleet/fleet';
import type { History } from '#main/features/history/history';
import type { FileWork, Prepare } from '#main/files/file-work';
import type { PackedTowns } from '#main/files/messages';
import { chunksOf } from '#main/features/history/ranges';
import { nextTurn } from '#main/pace/turn-queue';

/** Exports cached tracks, trips and alerts to files that the user chooses. */
export interface HistoryFiles {
  exportTracks(input: {
    what: 'fixes' | 'trips';
    format: TrackFormat;
    deviceIds: readonly string[];
    range: Range;
    rules: TripRules;
    timeZone: string;
  }): Promise<WrittenFile>;
  exportAlerts(
    input: AlertFilter & { format: AlertFormat; filter: string; timeZone: string },
  ): Promise<WrittenFile>;
  progress: FileWork['progress'];
  cancel: FileWork['cancel'];
}

/** What exporting needs from the open account. */
interface ExportedAccount {
  fleet: Pick<Fleet, 'details'> & Partial<Pick<Fleet, 'devices'>>;
  /** Without `coverage`, a file does not say which days are not complete. */
  history: Pick<History, 'track'> &
    Partial<Pick<History, 'coverage'>> & { days?: Pick<History['days'], 'devices'> };
  alertLog: Pick<AlertLog, 'entries'>;
}

export interface HistoryFilesOptions {
  account: () => ExportedAccount;
  profile: () => Profile | null;
  settings: () => Settings;
  now: () => number;
  work: Pick<FileWork, 'write' | 'progress' | 'cancel'>;
  /** The bundled list of towns, packed; null if it cannot be read. */
  towns: () => Promise<PackedTowns>;
  pickSaveFile: (defaultName: string, format: TrackFormat) => Promise<string | null>;
}

/** What is not complete in an export: "1 day not complete", "2 days not loaded". */
function incompleteness(
  log: LogKind,
  { coverage }: ExportedAccount['history'],
  deviceIds: readonly string[],
  range: Range,
): string[] {
  const days = coverage ? deviceIds.map((id) => coverage(log, id, range).days) : [];
  const incomplete = days.reduce((sum, day) => sum + day.incomplete, 0);
  const notLoaded = days.reduce((sum, day) => sum + day.notLoaded, 0);
  const counted = (count: number) => (count === 1 ? '1 day' : `${count} days`);
  return [
    ...(incomplete > 0 ? [`${counted(incomplete)} not complete`] : []),
    ...(notLoaded > 0 ? [`${counted(notLoaded)} not loaded`] : []),
  ];
}

/** What is not complete in an export of alerts; `deviceIds` null: of every device. */
function alertIncompleteness(
  { fleet, history }: ExportedAccount,
  deviceIds: readonly string[] | null,
  range: Range,
): string[] {
  if (deviceIds) return incompleteness('alerts', history, deviceIds, range);
  const loaded = new Set(history.days?.devices('alerts'));
  const listed = fleet.devices?.().filter(({ unlistedAt }) => unlistedAt === null) ?? [];
  const notLoaded = listed.filter(({ id }) => !loaded.has(id)).length;
  return [
    ...incompleteness('alerts', history, [...loaded], range),
    ...(notLoaded > 0
      ? [notLoaded === 1 ? '1 device not loaded' : `${notLoaded} devices not loaded`]
      : []),
  ];
}

export function createHistoryFiles(options: HistoryFilesOptions): HistoryFiles {
  const { account, settings, work } = options;

  function context(timeZone: string, filter: string | null) {
    const profile = options.profile();
    const name = profile ? `${profile.userName} at ${profile.address}` : 'no account';
    return { account: name, filter, timeZone, exportedAt: options.now() };
  }

  function labelOf(deviceId: string): string {
    try {
      return deviceLabel(account().fleet.details(deviceId).device);
    } catch (error) {
      // No longer listed; its history is still cached.
      if (error instanceof FaultError && error.fault.kind === 'notFound') return deviceId;
      throw error;
    }
  }

  async function save(
    of: { what: string; labels: readonly string[] | null; range: Range },
    { format, timeZone }: { format: TrackFormat; timeZone: string },
    prepare: Prepare,
  ): Promise<WrittenFile> {
    if (!isTimeZone(timeZone)) {
      fail({ kind: 'invalid', field: 'timeZone', message: 'There is no such time zone.' });
    }
    const file = await options.pickSaveFile(exportFileName({ ...of, timeZone }, format), format);
    return file === null ? null : work.write(file, prepare);
  }

  return {
    exportTracks: ({ what, format, deviceIds, range, rules, timeZone }) =>
      save(
        { what, labels: deviceIds.map(labelOf), range },
        { format, timeZone },
        async (post, isActive) => {
          const { serviceSpeedUnit } = settings();
          const ends = [range.from, range.to].map((at) => new Date(at).toISOString());
          const count = deviceIds.length;
          const chosen = `${ends.join(' to ')}, ${count} ${count === 1 ? 'device' : 'devices'}`;
          const gaps = incompleteness('locations', account().history, deviceIds, range);
          const filter = [chosen, ...gaps].join('; ');
          const units = { serviceSpeedUnit, ...unitChoiceOf(settings()) };
          const about = { ...context(timeZone, filter), ...units, rules };
          const devices = deviceIds.map((deviceId) => ({ deviceId, label: labelOf(deviceId) }));
          const { history } = account();
          for (const [device, { deviceId }] of devices.entries()) {
            for (const part of chunksOf(range)) {
              if (!isActive()) break;
              if (account().history !== history) fail({ kind: 'notFound' });
              post({ type: 'columns', device, columns: history.track(deviceId, part) });
              await nextTurn();
            }
          }
          const towns = what === 'trips' ? await options.towns() : null;
          return { kind: 'tracks', what, format, devices, context: about, towns };
        },
      ),

    exportAlerts: ({ format, filter, timeZone, ...wanted }) =>
      save(
        { what: 'alerts', labels: wanted.deviceIds?.map(labelOf) ?? null, range: wanted.range },
        { format, timeZone },
        async () => {
          const gaps = alertIncompleteness(account(), wanted.deviceIds, wanted.range);
          const about = context(timeZone, [filter, ...gaps].filter(Boolean).join('; ') || null);
          const entries = account().alertLog.entries(wanted);
          const ids = [...new Set(entries.map(({ deviceId }) => deviceId))];
          const labels = new Map(ids.map((id) => [id, labelOf(id)]));
          const alerts = entries.map((entry) => ({
            ...entry,
            device: labels.get(entry.deviceId) ?? entry.deviceId,
          }));
          const distanceUnit = unitsOf(settings()).distance;
          const towns = await options.towns();
          return { kind: 'alerts', format, alerts, context: about, towns, distanceUnit };
        },
      ),

    progress: () => work.progress(),
    cancel: () => work.cancel(),
  };
}
