import { setImmediate as turn } from 'node:timers/promises';
import type { AlertFormat } from '#main/exchange/alert-files';
import type { TrackFormat } from '#main/exchange/tracks/write-tracks';
import { dayInZone, isTimeZone } from '#shared/domain/calendar';
import { deviceLabel } from '#shared/domain/device';
import type { Range } from '#shared/domain/history';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { TripRules } from '#shared/domain/trip';
import { fail, FaultError } from '#shared/fault';
import type { AlertFilter, AlertLog } from '#main/features/alerts/alert-log';
import type { Fleet } from '#main/features/fleet/fleet';
import type { History } from '#main/features/history/history';
import type { FileWork, Prepare } from '#main/files/file-work';
import { chunksOf } from '#main/features/history/ranges';

/** The written file; null if the user cancelled. */
type Written = { file: string; rows: number } | null;

/** Exports cached tracks, trips and alerts to files that the user chooses. */
export interface HistoryFiles {
  exportTracks(input: {
    what: 'fixes' | 'trips';
    format: TrackFormat;
    deviceIds: readonly string[];
    range: Range;
    rules: TripRules;
    timeZone: string;
  }): Promise<Written>;
  exportAlerts(
    input: AlertFilter & { format: AlertFormat; filter: string; timeZone: string },
  ): Promise<Written>;
  progress: FileWork['progress'];
  cancel: FileWork['cancel'];
}

/** What exporting needs from the open account. */
interface ExportedAccount {
  fleet: Pick<Fleet, 'details'>;
  history: Pick<History, 'track'>;
  alertLog: Pick<AlertLog, 'entries'>;
}

export interface HistoryFilesOptions {
  account: () => ExportedAccount;
  profile: () => Profile | null;
  settings: () => Settings;
  now: () => number;
  work: FileWork;
  pickSaveFile: (defaultName: string, format: TrackFormat) => Promise<string | null>;
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
    name: string,
    { format, timeZone }: { format: TrackFormat; timeZone: string },
    prepare: Prepare,
  ): Promise<Written> {
    if (!isTimeZone(timeZone)) {
      fail({ kind: 'invalid', field: 'timeZone', message: 'There is no such time zone.' });
    }
    const day = dayInZone(options.now(), timeZone);
    const file = await options.pickSaveFile(`Waypost ${name} ${day}.${format}`, format);
    return file === null ? null : work.write(file, prepare);
  }

  return {
    exportTracks: ({ what, format, deviceIds, range, rules, timeZone }) =>
      save(what, { format, timeZone }, async (post, isActive) => {
        const { serviceSpeedUnit, speedUnit } = settings();
        const ends = [range.from, range.to].map((at) => new Date(at).toISOString());
        const count = deviceIds.length;
        const filter = `${ends.join(' to ')}, ${count} ${count === 1 ? 'device' : 'devices'}`;
        const about = { ...context(timeZone, filter), serviceSpeedUnit, speedUnit, rules };
        const devices = deviceIds.map((deviceId) => ({ deviceId, label: labelOf(deviceId) }));
        const { history } = account();
        for (const [device, { deviceId }] of devices.entries()) {
          for (const part of chunksOf(range)) {
            if (!isActive()) break;
            if (account().history !== history) fail({ kind: 'notFound' });
            post({ type: 'columns', device, columns: history.track(deviceId, part) });
            await turn();
          }
        }
        return { kind: 'tracks', what, format, devices, context: about };
      }),

    exportAlerts: ({ format, filter, timeZone, ...wanted }) =>
      save('alerts', { format, timeZone }, () => {
        const about = context(timeZone, filter === '' ? null : filter);
        const entries = account().alertLog.entries(wanted);
        const ids = [...new Set(entries.map(({ deviceId }) => deviceId))];
        const labels = new Map(ids.map((id) => [id, labelOf(id)]));
        const alerts = entries.map((entry) => ({
          ...entry,
          device: labels.get(entry.deviceId) ?? entry.deviceId,
        }));
        return Promise.resolve({ kind: 'alerts', format, alerts, context: about });
      }),

    progress: work.progress,
    cancel: work.cancel,
  };
}
