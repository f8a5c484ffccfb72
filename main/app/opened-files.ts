import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { trackExtensions, type OpenedFile } from '#shared/domain/submission';
import { isFolderWord } from './started-with';
import { mapFileExtensions } from '#shared/domain/map-file';
import { isRemoteOrDevice } from '../files/remote-path';
import { mainWorkspace, type WorkspaceId } from './workspace-id';

/** A file opened by the operating system, or the reason why it cannot be opened. */
export interface Given {
  path: string;
  trouble: OpenedFile['trouble'];
}

/** The longest path of any supported system, and the longest name shown. */
const longest = 32_767;
const longestName = 255;

/** Files opened together. Nothing is read here: a path from outside is untrusted text. */
export function readGiven(
  paths: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Given | null {
  const isRefused = (each: string) =>
    each.length > longest ||
    each.includes('\0') ||
    (platform === 'win32' && isRemoteOrDevice(each));
  const usable = paths.filter((each) => !isRefused(each));
  const [first] = usable;
  if (first === undefined) return null;
  if (usable.length > 1) return { path: first, trouble: 'several' };
  const isKnown = isMapFile(first) || trackExtensions.includes(kindOf(first));
  return { path: first, trouble: isKnown ? null : 'otherKind' };
}

const kindOf = (file: string) => path.extname(file).slice(1).toLowerCase();

/**
 * Whether the path of a dropped file can be looked at: an absolute one. Devices are none; a path of another
 * computer is refused with its reason where the file would be read.
 */
export function isUsablePath(
  file: unknown,
  platform: NodeJS.Platform = process.platform,
): file is string {
  if (typeof file !== 'string' || file.length > longest || file.includes('\0')) return false;
  if (platform !== 'win32') return path.posix.isAbsolute(file);
  const isDevice = isRemoteOrDevice(file.replace(/^\\\\(?![.?])/, ''));
  return path.win32.isAbsolute(file) && !isDevice;
}

/** Whether a file is an offline map by its extension; others are tracks. */
export const isMapFile = (file: string): boolean => mapFileExtensions.includes(kindOf(file));

/**
 * The file among the command-line arguments, the first of which is the program. Paths are relative to
 * `folder`, the working directory of that start. `ownFolder` is the app folder, which is an argument
 * of an unpackaged app.
 */
export function givenAmong(
  args: readonly string[],
  {
    folder,
    ownFolder,
    platform = process.platform,
  }: { folder: string; ownFolder: string; platform?: NodeJS.Platform },
): Given | null {
  // No system passes a link and a file together; a forged link may come with a forged path.
  if (args.some((argument) => /^waypost:/i.test(argument))) return null;
  const paths = args
    .filter((_, at) => at > 0 && !isFolderWord(args, at))
    .map((argument) => pathOf(argument, folder, platform))
    // Without an extension it cannot be a track file; it may be a profile folder.
    .filter((each) => each !== null && each !== ownFolder && path.extname(each) !== '');
  return readGiven(paths as string[], platform);
}

/** The path in an argument; null for switches, URLs and anything else. */
function pathOf(argument: string, folder: string, platform: NodeJS.Platform): string | null {
  if (argument === '' || argument.length > longest || argument.startsWith('-')) return null;
  if (/^file:/i.test(argument)) {
    try {
      const url = new URL(argument);
      // File managers pass local file URLs; one with a host would contact a server.
      const isWindows = platform === 'win32';
      return url.host === '' ? fileURLToPath(url, { windows: isWindows }) : null;
    } catch {
      return null;
    }
  }
  // A file name may contain a colon. A URL names a host or is of a scheme that needs none; a single
  // letter before the colon is a Windows drive.
  const isAddress = /^[a-z][a-z\d+.-]+:\/\//i.test(argument) || hostless.test(argument);
  if (isAddress) return null;
  if (platform !== 'win32') return path.resolve(folder, argument);
  // Judged as written too: resolving a path that is relative to a share would make it one.
  return isRemoteOrDevice(argument) ? null : path.win32.resolve(folder, argument);
}

const hostless = /^(?:about|blob|data|javascript|mailto|sms|tel|view-source):/i;

/**
 * Stores the latest opened file until it is read or dropped; the windows of the account that was in use when it came
 * learn its name, and no others: a track is not offered to two services.
 */
export class OpenedFiles {
  #waiting: (Given & { id: string }) | null = null;
  /** Announced before the waiting file, which it does not replace. */
  #refused: (Given & { id: string }) | null = null;
  #of: WorkspaceId = mainWorkspace;

  constructor(
    private readonly newId: () => string,
    private readonly inUse: () => WorkspaceId,
    private readonly onChanged: () => void,
  ) {}

  came(given: Given | null): void {
    if (!given) return;
    const file = { ...given, id: this.newId() };
    this.#refused = file.trouble === null ? null : file;
    if (file.trouble === null) this.#waiting = file;
    this.#of = this.inUse();
    this.onChanged();
  }

  /** The last window of an account was closed: its file waits in the main one. */
  closed(of: WorkspaceId): void {
    if (of !== this.#of) return;
    this.#of = mainWorkspace;
    this.onChanged();
  }

  current(of: WorkspaceId): OpenedFile | null {
    if (of !== this.#of) return null;
    const file = this.#refused ?? this.#waiting;
    return file && { id: file.id, file: nameOf(file.path), trouble: file.trouble };
  }

  /** Returns its path once; null if it is no longer waiting. */
  take(id: string): string | null {
    if (this.#waiting?.id !== id) return null;
    const { path: file } = this.#waiting;
    this.#waiting = null;
    this.onChanged();
    return file;
  }

  drop(id: string): void {
    if (this.#refused?.id === id) this.#refused = null;
    else if (this.#waiting?.id === id) this.#waiting = null;
    else return;
    this.onChanged();
  }
}

/** The name without control characters and bidirectional marks, which could disguise it. */
function nameOf(file: string): string {
  const plain = path.basename(file).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  return plain.slice(0, longestName);
}
