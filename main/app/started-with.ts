import fs from 'node:fs';
import path from 'node:path';

/** Command-line switches. */
export interface Switches {
  /** `--user-data-dir=FOLDER`: the profile folder. */
  userDataFolder: string | null;
  /** `--demo`: opens the demo fleet on the embedded reference service. */
  demo: boolean;
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
    devTools: !isPackaged || commandLine.hasSwitch('devtools'),
    summaryFile: inDevelopment('summary-file'),
    screenshot: inDevelopment('screenshot'),
    benchReport: inDevelopment('bench-report'),
    benchStay: commandLine.hasSwitch('bench-stay'),
  };
}

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
): string | null {
  if (!isPackaged || uid === 0) return null;
  const found = weakening.find((name) => commandLine.hasSwitch(name));
  if (found === undefined) return null;
  return [
    'Waypost does not start without its sandbox.',
    `The switch --${found} or the variable ELECTRON_DISABLE_SANDBOX takes it away. The sandbox keeps a fault in the display of data from the service away from your files and the API key.`,
    'Nothing was changed. Start Waypost without the switch and the variable. If it then does not start because this system lets programs make no user namespaces: install the deb or rpm package, which sets up the sandbox, or ask your administrator to allow user namespaces for Waypost.',
  ].join('\n');
}

/**
 * Why Waypost cannot use its profile folder; null if it can. Called when the instance lock was refused:
 * either another Waypost holds it, or the folder is not writable.
 */
export function troubleWithFolder(folder: string): string | null {
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.closeSync(fs.openSync(probe, 'wx'));
    fs.rmSync(probe);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `Waypost cannot start, because it cannot write to the folder of its data:
${folder}
${reasonOf(code)} Nothing was changed, and nothing is lost.

Let whoever looks after this computer allow you to write there, or start Waypost with
--user-data-dir=FOLDER to use another folder.`;
  }
}

function reasonOf(code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return 'You have no right to write there.';
  if (code === 'EROFS') return 'The disk it lies on is read-only.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk it lies on is full.';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'A file stands where the folder should be.';
  if (code === 'ENAMETOOLONG') return 'Its name is too long for this system.';
  return `The system answers ${code ?? 'with an unknown error'}.`;
}
