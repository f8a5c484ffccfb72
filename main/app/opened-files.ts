import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenedFile } from '#shared/domain/submission';
import { isFolderWord } from './profile-folder';
import { trackExtensions } from '../exchange/tracks/file-kind';

/** What the system handed over: a file that can be opened, or why none of them is. */
export interface Given {
  path: string;
  trouble: OpenedFile['trouble'];
}

/** The longest path of any system, and the longest name that is shown. */
const longest = 32_767;
const longestName = 255;

/** Files handed over at once. Nothing is read here: a path from outside is text that may be anything. */
export function readGiven(paths: readonly string[]): Given | null {
  const usable = paths.filter((each) => each.length <= longest && !each.includes('\0'));
  const [first] = usable;
  if (first === undefined) return null;
  if (usable.length > 1) return { path: first, trouble: 'several' };
  const kind = path.extname(first).slice(1).toLowerCase();
  return { path: first, trouble: trackExtensions.includes(kind) ? null : 'otherKind' };
}

/**
 * The file among the arguments of a start, the first of which is the program. `folder` is where that
 * start took place: paths are relative to it, not to ours. `ownFolder` is the app itself, which is an
 * argument too where it is not packaged.
 */
export function givenAmong(
  args: readonly string[],
  { folder, ownFolder }: { folder: string; ownFolder: string },
): Given | null {
  // No system hands over a link and a file; who put a link there may have made up the rest as well.
  if (args.some((argument) => /^waypost:/i.test(argument))) return null;
  const paths = args
    .filter((_, at) => at > 0 && !isFolderWord(args, at))
    .map((argument) => pathOf(argument, folder))
    // Without an ending it is no file of any kind that could be told, such as the folder of a profile.
    .filter((each) => each !== null && each !== ownFolder && path.extname(each) !== '');
  return readGiven(paths as string[]);
}

/** The path that an argument means; null for switches, addresses and whatever else is no path. */
function pathOf(argument: string, folder: string): string | null {
  if (argument === '' || argument.length > longest || argument.startsWith('-')) return null;
  if (/^file:/i.test(argument)) {
    try {
      const url = new URL(argument);
      // File managers write addresses of this computer; another's is a server that would be asked.
      return url.host === '' ? fileURLToPath(url) : null;
    } catch {
      return null;
    }
  }
  // Files may have a colon in their name, as a time of day has; an address that a browser would open
  // names a host, or is one of those that need none. A single letter before the colon is a drive.
  const isAddress = /^[a-z][a-z\d+.-]+:\/\//i.test(argument) || hostless.test(argument);
  return isAddress ? null : path.resolve(folder, argument);
}

const hostless = /^(?:about|blob|data|javascript|mailto|sms|tel|view-source):/i;

/** Keeps the file handed over last until it is opened or given up; the window learns its name alone. */
export interface OpenedFiles {
  came(given: Given | null): void;
  current(): OpenedFile | null;
  /** Its path, once; null where it does not wait any more. */
  take(id: string): string | null;
  drop(id: string): void;
}

export function createOpenedFiles(
  newId: () => string,
  onChanged: (file: OpenedFile | null) => void,
): OpenedFiles {
  type Held = Given & { id: string };
  let waiting: Held | null = null;
  /** Told before what waits, which it does not take the place of. */
  let refused: Held | null = null;

  const current = () => {
    const held = refused ?? waiting;
    return held && { id: held.id, file: nameOf(held.path), trouble: held.trouble };
  };
  return {
    came: (given) => {
      if (!given) return;
      const held = { ...given, id: newId() };
      refused = held.trouble === null ? null : held;
      waiting = held.trouble === null ? held : waiting;
      onChanged(current());
    },
    current,
    take: (id) => {
      if (waiting?.id !== id) return null;
      const { path: file } = waiting;
      waiting = null;
      onChanged(current());
      return file;
    },
    drop: (id) => {
      if (refused?.id === id) refused = null;
      else if (waiting?.id === id) waiting = null;
      else return;
      onChanged(current());
    },
  };
}

/** The name without what could make it look like another one: control characters, marks of direction. */
function nameOf(file: string): string {
  const plain = path.basename(file).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  return plain.slice(0, longestName);
}
