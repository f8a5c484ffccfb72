import fs, { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mostWallViews } from '#shared/domain/window';
import { hiddenSwitch } from './start-at-login';
import { message, type Message, type Said } from '#shared/i18n/translate';
import { z } from 'zod';

/** Command-line switches. */
export interface Switches {
  /** `--user-data-dir=FOLDER`: the profile folder. */
  userDataFolder: string | null;
  /** `--demo`: opens the demo fleet on the embedded reference service. */
  demo: boolean;
  /** `--safe-mode`: no graphics card, no style of an online map, and the last view is not restored. */
  safeMode: boolean;
  /** `--hidden`, or macOS started the app at login: see `hiddenSwitch`. */
  hidden: boolean;
  /** `--wall=VIEW`, also several, or `--wall`: opens a wall screen; see `wallAmong`. */
  wall: string[] | null;
  /** `--devtools`: allows developer tools in a packaged app; always allowed in development. */
  devTools: boolean;
  /** `--summary-file=FILE`: writes a summary once the fleet is drawn, then quits. Development only. */
  summaryFile: string | null;
  /** `--screenshot=FILE`: also takes a screenshot of the window. Development only. */
  screenshot: string | null;
  /** `--bench-report=FILE`: writes the time of each start-up step, then quits. Development only. */
  benchReport: string | null;
  /** `--bench-stay`: does not quit after the report. */
  benchStay: boolean;
}

/** The part of Electron's `app.commandLine` that is used. */
interface CommandLine {
  hasSwitch(name: string): boolean;
  getSwitchValue(name: string): string;
}

/** Reads the switches. A packaged app ignores those that write a file anywhere. */
export function readSwitches(
  commandLine: CommandLine,
  { argv, isPackaged }: { argv: readonly string[]; isPackaged: boolean },
): Switches {
  const value = (name: string) => commandLine.getSwitchValue(name) || null;
  const inDevelopment = (name: string) => (isPackaged ? null : value(name));
  return {
    userDataFolder: namedFolder(argv) ?? value('user-data-dir'),
    demo: commandLine.hasSwitch('demo'),
    safeMode: commandLine.hasSwitch('safe-mode'),
    hidden: commandLine.hasSwitch(hiddenSwitch.slice(2)),
    wall: wallAmong(argv),
    devTools: !isPackaged || commandLine.hasSwitch('devtools'),
    summaryFile: inDevelopment('summary-file'),
    screenshot: inDevelopment('screenshot'),
    benchReport: inDevelopment('bench-report'),
    benchStay: commandLine.hasSwitch('bench-stay'),
  };
}

const wallSwitch = '--wall';

/** The saved views that a wall screen is started with, by name; none for those of the settings. null: no wall screen. */
export function wallAmong(args: readonly string[]): string[] | null {
  const named = args.filter((each) => each.startsWith(`${wallSwitch}=`));
  if (named.length === 0 && !args.includes(wallSwitch)) return null;
  // A longer name is that of no view, and is shown as it begins.
  const names = named.map((each) => each.slice(wallSwitch.length + 1).slice(0, longestViewName));
  return names.filter((name) => name.trim() !== '').slice(0, mostWallViews);
}

const longestViewName = 100;

const folderSwitch = '--user-data-dir';

/**
 * The value of `--user-data-dir`, after "=" or as the next argument, which Electron does not parse.
 * `args` starts with the program; the last occurrence wins. null if absent.
 */
export function namedFolder(args: readonly string[]): string | null {
  let named: string | null = null;
  for (const [at, argument] of args.entries()) {
    if (argument.startsWith(`${folderSwitch}=`)) named = argument.slice(folderSwitch.length + 1);
    else if (isFolderWord(args, at)) named = argument;
  }
  return named || null;
}

/** True if the argument at this index is the value of the preceding switch. */
export function isFolderWord(args: readonly string[], at: number): boolean {
  return args[at - 1] === folderSwitch && !args[at]!.startsWith('-');
}

/** Why Waypost cannot start: a sentence, and the lines below it. */
export type Trouble = readonly Said[];

/** Switches that take Chromium's sandbox away from its processes, or a part of it. */
const weakening = [
  'no-sandbox',
  'no-zygote-sandbox',
  'disable-sandbox',
  'disable-gpu-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'single-process',
  'in-process-gpu',
] as const;

/**
 * Why a packaged app must not start: it would run without Chromium's sandbox. null if it may. Root
 * may, because Chromium cannot sandbox root at all. Electron turns its variable
 * `ELECTRON_DISABLE_SANDBOX` into `--no-sandbox` before this is asked.
 */
export function troubleWithSandbox(
  commandLine: Pick<CommandLine, 'hasSwitch'>,
  { isPackaged, uid }: { isPackaged: boolean; uid: number | undefined },
): Trouble | null {
  if (!isPackaged || uid === 0) return null;
  const found = weakening.find((name) => commandLine.hasSwitch(name));
  if (found === undefined) return null;
  return [
    message('desktop.start.sandbox'),
    message('desktop.start.sandbox.why', { option: `--${found}` }),
    message('desktop.start.sandbox.help'),
  ];
}

/**
 * Why Waypost cannot use its profile folder; null if it can. Called when the instance lock was refused:
 * either another Waypost holds it, or the folder is not writable.
 */
export function troubleWithFolder(folder: string): Trouble | null {
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.closeSync(fs.openSync(probe, 'wx'));
    fs.rmSync(probe);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      message('desktop.start.folder'),
      folder,
      message('desktop.start.folder.unchanged', { reason: reasonOf(code) }),
      '',
      message('desktop.start.folder.help', { option: `${folderSwitch}=…` }),
    ];
  }
}

function reasonOf(code: string | undefined): Message {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return message('desktop.start.folder.noRight');
    case 'EROFS':
      return message('desktop.start.folder.readOnly');
    case 'ENOSPC':
    case 'EDQUOT':
      return message('desktop.start.folder.full');
    case 'ENOTDIR':
    case 'EEXIST':
      return message('desktop.start.folder.isFile');
    case 'ENAMETOOLONG':
      return message('desktop.start.folder.tooLong');
    case undefined:
      return message('desktop.start.folder.unknownFault');
    default:
      return message('desktop.start.folder.otherFault', { code });
  }
}

const attemptsSchema = z.object({ failed: z.number().int().min(0) });

/** So many starts in a row that ended before anything was on the screen are not a coincidence. */
const tooMany = 2;

/**
 * Counts the starts that ended before something was on the screen: a graphics driver, a map style or what was on
 * screen last can cause that at every start. A file that cannot be read or written counts nothing.
 */
export class StartAttempts {
  constructor(private readonly file: string) {}

  /** A start begins. Returns whether those before it failed. */
  begin(): boolean {
    const failed = this.#failed();
    this.#try(() => writeFileSync(this.file, JSON.stringify({ failed: failed + 1 })));
    return failed >= tooMany;
  }

  /** It is on the screen. */
  succeeded(): void {
    this.#try(() => rmSync(this.file, { force: true }));
  }

  #failed(): number {
    try {
      return attemptsSchema.parse(JSON.parse(readFileSync(this.file, 'utf8'))).failed;
    } catch {
      return 0;
    }
  }

  #try(write: () => void): void {
    try {
      write();
    } catch {
      // The start does not depend on it.
    }
  }
}
