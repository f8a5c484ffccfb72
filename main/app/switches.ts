import { namedFolder } from './profile-folder';

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
export interface CommandLine {
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
