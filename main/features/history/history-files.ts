import { writeAlerts, type AlertFormat } from '#main/exchange/alert-files';
import { writeTracks, type TrackFormat } from '#main/exchange/tracks/write-tracks';
import { deviceLabel } from '#shared/domain/device';
import type { Range } from '#shared/domain/history';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { TripRules } from '#shared/domain/trip';
import { findJourney } from '#shared/history/trips';
import { fail } from '#shared/fault';
import type { AlertFilter } from '../alerts/alert-log';
import { writeWhole } from '../bulk/table-files';
import type { Account } from '../session/account';

/** What was written where; null where the person cancelled. */
type Written = { file: string; rows: number } | null;

/** Tracks, trips and alerts that are kept, into files that the person chooses. */
export interface HistoryFiles {
  exportTracks(input: {
    what: 'fixes' | 'trips';
    format: TrackFormat;
    deviceIds: readonly string[];
    range: Range;
    rules: TripRules;
    timeZone: string;
  }): Promise<Written>;
  exportLog(
    input: AlertFilter & { format: AlertFormat; filter: string; timeZone: string },
  ): Promise<Written>;
}

export interface HistoryFilesOptions {
  account: () => Account;
  profile: () => Profile | null;
  settings: () => Settings;
  now: () => number;
  pickSaveFile: (defaultName: string, format: TrackFormat) => Promise<string | null>;
}

export function createHistoryFiles(options: HistoryFilesOptions): HistoryFiles {
  function context(timeZone: string, filter: string | null) {
    checkZone(timeZone);
    const profile = options.profile();
    const account = profile ? `${profile.userName} at ${profile.address}` : 'no account';
    return { account, filter, timeZone, exportedAt: options.now() };
  }

  function labels(): (id: string) => string {
    const byId = new Map(
      options
        .account()
        .fleet.devices()
        .map((device) => [device.id, deviceLabel(device)]),
    );
    return (id) => byId.get(id) ?? id;
  }

  async function save(
    name: string,
    format: TrackFormat,
    write: () => Promise<{ bytes: Uint8Array; rows: number }>,
  ): Promise<Written> {
    const day = new Date(options.now()).toISOString().slice(0, 10);
    const file = await options.pickSaveFile(`Waypost ${name} ${day}.${format}`, format);
    if (file === null) return null;
    const { bytes, rows } = await write();
    await writeWhole(file, bytes);
    return { file, rows };
  }

  return {
    exportTracks: ({ what, format, deviceIds, range, rules, timeZone }) =>
      save(what, format, () => {
        const { serviceSpeedUnit, speedUnit } = options.settings();
        const ends = [range.from, range.to].map((at) => new Date(at).toISOString());
        const filter = `${ends.join(' to ')}, ${deviceIds.length} devices`;
        const label = labels();
        const devices = deviceIds.map((deviceId) => {
          const track = options.account().history.track(deviceId, range);
          const journey = findJourney(track, rules);
          return { deviceId, label: label(deviceId), track, journey };
        });
        const about = { ...context(timeZone, filter), serviceSpeedUnit, speedUnit, rules };
        return writeTracks(what, format, devices, about);
      }),

    exportLog: ({ format, filter, timeZone, ...wanted }) =>
      save('alerts', format, () => {
        const label = labels();
        const alerts = options
          .account()
          .history.alertLog.entries(wanted)
          .map((entry) => ({ ...entry, device: label(entry.deviceId) }));
        return writeAlerts(format, alerts, context(timeZone, filter === '' ? null : filter));
      }),
  };
}

function checkZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    fail({ kind: 'invalid', field: 'timeZone', message: 'There is no such time zone.' });
  }
}
