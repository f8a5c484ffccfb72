import { readFile, writeFile } from 'node:fs/promises';
import { exportFileName } from '#main/exchange/file-name';
import type { ReportedDevice } from '#main/exchange/day-report';
import type { AlertLog } from '#main/features/alerts/alert-log';
import type { Fleet } from '#main/features/fleet/fleet';
import type { History } from '#main/features/history/history';
import type { FileWork } from '#main/files/file-work';
import type { PackedTowns } from '#main/files/messages';
import { nextTurn } from '#main/pace/turn-queue';
import { alertWords } from '#shared/domain/alert';
import { isTimeZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { loadedState, type ReportFormat, type Range } from '#shared/domain/history';
import { deviceLabel } from '#shared/domain/device';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import { fail, FaultError } from '#shared/fault';
import type { InputOf } from '#shared/ipc/define';
import type { WrittenFile } from '#shared/ipc/fields';
import type { reports } from '#shared/ipc/history';
import { unitsOf } from '#shared/domain/units';

/** Writes daily reports to files that the user chooses. */
export interface Reports {
  write(input: InputOf<typeof reports.write>): Promise<WrittenFile>;
}

/** What a report needs of the open account. */
interface ReportedAccount {
  fleet: Pick<Fleet, 'details'>;
  history: Pick<History, 'track' | 'coverage'>;
  alertLog: Pick<AlertLog, 'entries'>;
}

export interface ReportsOptions {
  account: () => ReportedAccount;
  profile: () => Profile | null;
  settings: () => Settings;
  now: () => number;
  work: Pick<FileWork, 'write'>;
  pickSaveFile: (defaultName: string, format: ReportFormat) => Promise<string | null>;
  /** Makes a PDF file of a page. */
  printPage: (page: { html: string; isLandscape: boolean }) => Promise<Uint8Array>;
  /** The bundled list of towns, packed; null if it cannot be read. */
  towns: () => Promise<PackedTowns>;
}

export function createReports(options: ReportsOptions): Reports {
  function labelOf(deviceId: string): string {
    try {
      return deviceLabel(options.account().fleet.details(deviceId).device);
    } catch (error) {
      // No longer listed; its history is still cached.
      if (error instanceof FaultError && error.fault.kind === 'notFound') return deviceId;
      throw error;
    }
  }

  function reportedDevice(deviceId: string, range: Range): ReportedDevice {
    const { history, alertLog } = options.account();
    const filter = { deviceIds: [deviceId], range, names: null, acknowledged: null };
    return {
      deviceId,
      label: labelOf(deviceId),
      locations: loadedState(history.coverage('locations', deviceId, range)),
      alerts: loadedState(history.coverage('alerts', deviceId, range)),
      reported: alertLog
        .entries(filter)
        .map(({ at, alerts, text }) => ({
          at,
          text: [...new Set([...alerts.map(alertWords), ...(text ? [text] : [])])].join(', '),
        }))
        .toReversed(),
    };
  }

  /** Prints the page that was written, and writes the PDF file in its place. */
  async function print(part: string): Promise<void> {
    const html = await readFile(part, 'utf8');
    await writeFile(part, await options.printPage({ html, isLandscape: false }));
  }

  return {
    write: async ({ deviceIds, day, timeZone, format }) => {
      if (!isTimeZone(timeZone)) {
        fail({ kind: 'invalid', field: 'timeZone', message: 'There is no such time zone.' });
      }
      const range = {
        from: startOfDayInZone(day, timeZone),
        to: startOfDayInZone(plusDays(day, 1), timeZone) - 1,
      };
      const labels = deviceIds.map(labelOf);
      const name = exportFileName({ labels, what: 'daily report', range, timeZone }, format);
      const file = await options.pickSaveFile(name, format);
      if (file === null) return null;
      const towns = await options.towns();
      const { history } = options.account();
      return options.work.write(
        file,
        async (post, isActive) => {
          const devices: ReportedDevice[] = [];
          for (const [device, deviceId] of deviceIds.entries()) {
            if (!isActive()) break;
            if (options.account().history !== history) fail({ kind: 'notFound' });
            post({ type: 'columns', device, columns: history.track(deviceId, range) });
            devices.push(reportedDevice(deviceId, range));
            await nextTurn();
          }
          const { serviceSpeedUnit, speedUnit, tripRules } = options.settings();
          const profile = options.profile();
          return {
            kind: 'report',
            format: format === 'pdf' ? 'html' : 'xlsx',
            devices,
            towns,
            context: {
              account: profile ? `${profile.userName} at ${profile.address}` : 'no account',
              filter: `${day}, ${devices.length} ${devices.length === 1 ? 'device' : 'devices'}`,
              timeZone,
              exportedAt: options.now(),
              serviceSpeedUnit,
              speedUnit,
              distanceUnit: unitsOf(options.settings()).distance,
              rules: tripRules,
              day,
            },
          };
        },
        format === 'pdf' ? print : undefined,
      );
    },
  };
}
