import path from 'node:path';
import type { PointColumns } from '#main/exchange/tracks/checked-file';
import type { FileWork } from '#main/files/file-work';
import { metresPerSecond, type Settings } from '#shared/domain/settings';
import type { TrackImport, TrackChoices } from '#shared/domain/submission';
import { fail } from '#shared/fault';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import { importedTrack } from './track-steps';

/** The track file that each account has open. */
export interface OpenedTracks<Account extends object> {
  /** Reads and checks a file; null if cancelled. */
  open(account: Account, file: string): Promise<TrackImport | null>;
  /** Reads the open file again as the user chose; null if cancelled. */
  readAgain(account: Account, token: string, choices: TrackChoices): Promise<TrackImport | null>;
  /** Tries the file again that last failed to open. */
  openAgain(account: Account): Promise<TrackImport | null>;
  /** The open file; its points are posted again. */
  opened(account: Account): TrackImport | null;
  /** The points of a track; throws `notFound` if the file is no longer open. */
  points(account: Account, token: string, track: number): { file: string; points: PointColumns };
  close(account: Account): void;
}

export interface OpenedTracksOptions {
  settings: () => Settings;
  now: () => number;
  newId: () => string;
  /** The zone of times without one; the zone in which the window shows times. */
  timeZone: () => string;
  post: (message: HistoryMessage) => void;
  work: Pick<FileWork, 'checkTrackFile'>;
}

interface OpenedFile {
  path: string;
  summary: TrackImport;
  tracks: PointColumns[];
  previews: TrackColumns[];
}

export function createOpenedTracks<Account extends object>(
  options: OpenedTracksOptions,
): OpenedTracks<Account> {
  const files = new WeakMap<Account, OpenedFile>();
  const failedPaths = new WeakMap<Account, string>();

  async function check(file: string, choices: TrackChoices): Promise<OpenedFile | null> {
    const timeZone = options.timeZone();
    const { tripRules, serviceSpeedUnit, speedUnit } = options.settings();
    const checked = await options.work.checkTrackFile(file, {
      timeZone,
      now: options.now(),
      rules: tripRules,
      metresPerSecondOfUnit: metresPerSecond[serviceSpeedUnit],
      speedUnit,
      choices,
    });
    if (checked === null) return null;
    return {
      path: file,
      summary: {
        token: options.newId(),
        file: path.basename(file),
        format: checked.format,
        timeZone,
        reading: checked.reading,
        tracks: checked.tracks.map(importedTrack),
      },
      tracks: checked.tracks.map(({ usable }) => usable),
      previews: checked.tracks.map(({ preview }) => preview),
    };
  }

  function postPreviews({ summary, previews }: OpenedFile): TrackImport {
    previews.forEach((columns, track) =>
      options.post({ type: 'import', token: summary.token, track, columns }),
    );
    return summary;
  }

  async function open(
    account: Account,
    file: string,
    choices: TrackChoices = {},
  ): Promise<TrackImport | null> {
    failedPaths.set(account, file);
    const opened = await check(file, choices);
    failedPaths.delete(account);
    if (opened === null) return null;
    files.set(account, opened);
    return postPreviews(opened);
  }

  return {
    open,
    readAgain: async (account, token, choices) => {
      const opened = files.get(account);
      return opened?.summary.token === token ? open(account, opened.path, choices) : failNotOpen();
    },
    openAgain: async (account) => open(account, failedPaths.get(account) ?? failNotOpen()),
    opened: (account) => {
      const opened = files.get(account);
      return opened ? postPreviews(opened) : null;
    },
    points: (account, token, track) => {
      const opened = files.get(account);
      const points = opened?.summary.token === token ? opened.tracks[track] : undefined;
      return opened && points ? { file: opened.summary.file, points } : failNotOpen();
    },
    close: (account) => void files.delete(account),
  };
}

export function failNotOpen(): never {
  fail({
    kind: 'declined',
    reason: 'gone',
    message: 'This file is not open any more. Open it again.',
  });
}
