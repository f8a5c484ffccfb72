import type { Language } from '#shared/i18n/languages';
import { createQuantities } from '#shared/i18n/quantities';
import { message, sideBySide, type Translate } from '#shared/i18n/translate';
import { readFile, writeFile } from 'node:fs/promises';
import type { ReportedDay, ReportedDevice } from '#main/exchange/day-report';
import { exportFileName } from '#main/exchange/file-name';
import type { TrackFormat } from '#main/exchange/tracks/write-tracks';
import type { AlertLog } from '#main/features/alerts/alert-log';
import { labelIn, type Fleet } from '#main/features/fleet/fleet';
import type { History } from '#main/features/history/history';
import { chunksOf } from '#main/features/history/ranges';
import { checkedPicture, type PrintedPage } from '#main/features/maps/map-picture';
import type { FileWork, Prepare } from '#main/files/file-work';
import type { PackedTowns } from '#main/files/messages';
import { yieldEvery } from '#main/pace/throttle';
import { alertKindName } from '#shared/domain/alert';
import { daysBetween, isTimeZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { loadedState, mostReportedDays, type LogKind, type Range } from '#shared/domain/history';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { Place } from '#shared/domain/places';
import { unitChoiceOf } from '#shared/domain/units';
import { fail, failInvalid } from '#shared/fault';
import type { HandlersOf } from '#shared/ipc/contract';
import type { WrittenFile } from '#shared/ipc/fields';
import { accountText } from './exchanged-account';

interface ExportedAccount {
  fleet: Pick<Fleet, 'details'> & Partial<Pick<Fleet, 'devices'>>;
  /** Without `coverage`, a file does not say which days are not complete. */
  history: Pick<History, 'track'> &
    Partial<Pick<History, 'coverage'>> & { days?: Pick<History['days'], 'devices'> };
  alertLog: Pick<AlertLog, 'entries'>;
}

interface HistoryFilesOptions {
  account: () => ExportedAccount;
  profile: () => Profile | null;
  settings: () => Settings;
  language: () => Language;
  /** Writes a message in that language. */
  t: Translate;
  now: () => number;
  work: Pick<FileWork, 'write' | 'progress' | 'cancel'>;
  /** The bundled list of towns, packed; null if it cannot be read. */
  towns: () => Promise<PackedTowns>;
  /** Of the user; absent: none. */
  places?: () => readonly Place[];
  pickSaveFile: (
    defaultName: string,
    format: TrackFormat | DocumentFormat,
  ) => Promise<string | null>;
  written: (file: string) => string;
  /** Makes a PDF file of a page. */
  printPage: (page: PrintedPage) => Promise<Uint8Array>;
  picturePage: (page: PrintedPage) => Promise<Uint8Array>;
}

type DocumentFormat = 'pdf' | 'png';

export type HistoryFiles = ReturnType<typeof createHistoryFiles>;

/**
 * Exports cached tracks, trips, alerts and daily reports to files that the user chooses, without a call to
 * the service. What is not loaded is written as not loaded, never as zero.
 */
export function createHistoryFiles(options: HistoryFilesOptions) {
  const { account, settings, work, t, places = () => [] } = options;

  /** Asks for a file and has a process write it; null: cancelled. */
  async function exportFile(
    of: Parameters<typeof exportFileName>[0],
    format: TrackFormat | DocumentFormat,
    prepare: Prepare,
    finish?: (part: string) => Promise<void>,
  ): Promise<WrittenFile> {
    const file = await options.pickSaveFile(exportFileName(of, format, t), format);
    const written = file === null ? null : await work.write(file, prepare, finish);
    return written && { id: options.written(written.file), ...written };
  }

  function contextOf(timeZone: string, filter: string | null) {
    return {
      language: options.language(),
      account: accountText(options.profile(), t),
      filter,
      timeZone,
      exportedAt: options.now(),
      serviceSpeedUnit: settings().serviceSpeedUnit,
      ...unitChoiceOf(settings()),
    };
  }

  const labelOf = (deviceId: string) => labelIn(account().fleet, deviceId);

  /** Posts the cached tracks, part by part, with other work in between. */
  async function postTracks(
    deviceIds: readonly string[],
    range: Range,
    ...[post, isActive]: Parameters<Prepare>
  ): Promise<void> {
    const { history } = account();
    const pause = yieldEvery();
    for (const [device, deviceId] of deviceIds.entries()) {
      for (const part of chunksOf(range)) {
        if (!isActive()) return;
        if (account().history !== history) fail({ kind: 'notFound' });
        post({ type: 'columns', device, columns: history.track(deviceId, part) });
        await pause();
      }
    }
  }

  /** What is not complete in an export: "1 day not complete", "2 days not loaded". */
  function gapsOf(log: LogKind, deviceIds: readonly string[], range: Range): string[] {
    const { coverage } = account().history;
    const days = coverage ? deviceIds.map((id) => coverage(log, id, range).days) : [];
    const incomplete = days.reduce((sum, day) => sum + day.incomplete, 0);
    const notLoaded = days.reduce((sum, day) => sum + day.notLoaded, 0);
    return [
      ...(incomplete > 0 ? [t('exchange-files.about.daysIncomplete', { count: incomplete })] : []),
      ...(notLoaded > 0 ? [t('exchange-files.about.daysNotLoaded', { count: notLoaded })] : []),
    ];
  }

  /** The same of alerts; `deviceIds` null: of every device. */
  function alertGapsOf(deviceIds: readonly string[] | null, range: Range): string[] {
    if (deviceIds) return gapsOf('alerts', deviceIds, range);
    const { fleet, history } = account();
    const loaded = new Set(history.days?.devices('alerts'));
    const listed = fleet.devices?.().filter(({ unlistedAt }) => unlistedAt === null) ?? [];
    const notLoaded = listed.filter(({ id }) => !loaded.has(id)).length;
    return [
      ...gapsOf('alerts', [...loaded], range),
      ...(notLoaded > 0 ? [t('exchange-files.about.devicesNotLoaded', { count: notLoaded })] : []),
    ];
  }

  function reportedDay(deviceId: string, day: string, timeZone: string): ReportedDay {
    const range = rangeOfDay(day, timeZone);
    const { history, alertLog } = account();
    const loaded = (log: LogKind) => history.coverage?.(log, deviceId, range);
    const [track, log] = [loaded('locations'), loaded('alerts')];
    const now = options.now();
    const isOver = range.to < now;
    const missing = [...(track?.missing ?? [])];
    // The rest of a day that is not over is not missing.
    const rest = !isOver && (missing.at(-1)?.to ?? 0) >= now - 1 ? missing.pop() : undefined;
    return {
      day,
      range,
      locations: track ? loadedState(track) : 'notLoaded',
      alerts: log ? loadedState(log) : 'notLoaded',
      missing,
      asOf: isOver ? null : (rest?.from ?? now),
      reported: alertLog
        .entries({
          deviceIds: [deviceId],
          range,
          names: null,
          acknowledged: null,
          severity: null,
        })
        .map(({ at, alerts, text }) => ({
          at,
          text: sideBySide(
            [
              ...new Set([
                ...alerts.map((name) => alertKindName(name, t)),
                ...(text ? [text] : []),
              ]),
            ],
            t,
          ),
        }))
        .toReversed(),
    };
  }

  /** Prints the page that was written, or makes a picture of it, and writes that in its place. */
  const finishWith =
    (format: 'pdf' | 'png', pictures: PrintedPage['pictures']) =>
    async (part: string): Promise<void> => {
      const page = { html: await readFile(part, 'utf8'), pictures, isLandscape: false };
      const { printPage, picturePage } = options;
      await writeFile(part, await (format === 'pdf' ? printPage(page) : picturePage(page)));
    };

  return {
    exportTracks: async ({ what, format, deviceIds, range, rules, timeZone }) => {
      requireTimeZone(timeZone);
      const labels = deviceIds.map(labelOf);
      return exportFile({ what, labels, range, timeZone }, format, async (...progress) => {
        const filter = [
          t('exchange-files.about.devices', {
            from: new Date(range.from).toISOString(),
            to: new Date(range.to).toISOString(),
            count: deviceIds.length,
          }),
          ...gapsOf('locations', deviceIds, range),
        ].join('; ');
        const context = { ...contextOf(timeZone, filter), rules };
        const devices = deviceIds.map((deviceId) => ({ deviceId, label: labelOf(deviceId) }));
        await postTracks(deviceIds, range, ...progress);
        const towns = what === 'trips' ? await options.towns() : null;
        return { kind: 'tracks', what, format, devices, context, towns, places: places() };
      });
    },

    exportAlerts: async ({ format, filter, of, timeZone, ...wanted }) => {
      requireTimeZone(timeZone);
      const { deviceIds, range } = wanted;
      const labels = of === null ? (deviceIds?.map(labelOf) ?? null) : [of];
      return exportFile({ what: 'alerts', labels, range, timeZone }, format, async () => {
        const text = [filter, ...alertGapsOf(deviceIds, range)].filter(Boolean).join('; ');
        const entries = account().alertLog.entries(wanted);
        const names = new Map(entries.map((entry) => [entry.deviceId, '']));
        for (const id of names.keys()) names.set(id, labelOf(id));
        return {
          kind: 'alerts',
          format,
          alerts: entries.map((entry) => ({ ...entry, device: names.get(entry.deviceId)! })),
          context: contextOf(timeZone, text || null),
          towns: await options.towns(),
          places: places(),
        };
      });
    },

    /** The report of some days as a workbook, a PDF file or a picture. */
    writeReport: async ({ deviceIds, days: { from, to }, timeZone, format, maps, ...wanted }) => {
      requireTimeZone(timeZone);
      const days = daysOf(from, to);
      const range = { from: rangeOfDay(from, timeZone).from, to: rangeOfDay(to, timeZone).to };
      const pictures = new Map<string, Buffer>();
      const drawn = maps.map(({ deviceId, day, png, ...map }, i) => {
        const picture = png === null ? null : `map-${i}.png`;
        if (png !== null) pictures.set(picture!, checkedPicture(png).bytes);
        return { deviceId, day, map: { ...map, picture } };
      });
      const name = { what: 'report' as const, labels: deviceIds.map(labelOf), range, timeZone };
      const prepare: Prepare = async (post, isActive) => {
        const { history } = account();
        await postTracks(deviceIds, range, post, isActive);
        const pause = yieldEvery();
        const devices: ReportedDevice[] = [];
        for (const deviceId of deviceIds) {
          if (!isActive()) break;
          if (account().history !== history) fail({ kind: 'notFound' });
          devices.push({
            deviceId,
            label: labelOf(deviceId),
            days: days.map((day) => ({
              ...reportedDay(deviceId, day, timeZone),
              ...drawn.find((each) => each.deviceId === deviceId && each.day === day),
            })),
          });
          await pause();
        }
        const language = options.language();
        const { calendarDay } = createQuantities(language, t);
        const ends = { from: calendarDay(from), to: calendarDay(to) };
        const period = from === to ? ends.from : t('exchange-files.report.period', ends);
        const filter = t('exchange-files.about.devicesOn', { period, count: deviceIds.length });
        return {
          kind: 'report',
          format: format === 'xlsx' ? 'xlsx' : 'html',
          devices,
          towns: await options.towns(),
          places: places(),
          context: {
            ...contextOf(timeZone, filter),
            ...wanted,
            rules: settings().tripRules,
            coordinateStyle: settings().coordinateStyle,
            period,
          },
        };
      };
      const finish = format === 'xlsx' ? undefined : finishWith(format, pictures);
      return exportFile(name, format, prepare, finish);
    },

    progress: () => work.progress(),
    cancel: () => work.cancel(),
  } satisfies Pick<HandlersOf<'history'>, 'exportTracks'> &
    Pick<HandlersOf<'alerts'>, 'exportAlerts'> & {
      writeReport: HandlersOf<'reports'>['write'];
      progress: FileWork['progress'];
      cancel: FileWork['cancel'];
    };
}

function requireTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  failInvalid('timeZone', message('exchange-files.request.noZone'));
}

const rangeOfDay = (day: string, timeZone: string): Range => ({
  from: startOfDayInZone(day, timeZone),
  to: startOfDayInZone(plusDays(day, 1), timeZone) - 1,
});

/** The days from one to another, both inclusive. */
function daysOf(from: string, to: string): string[] {
  const count = daysBetween(from, to) + 1;
  if (count < 1 || count > mostReportedDays) {
    failInvalid('days', message('exchange-files.request.days', { most: mostReportedDays }));
  }
  return Array.from({ length: count }, (_, i) => plusDays(from, i));
}
