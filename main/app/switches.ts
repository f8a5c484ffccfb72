import path from 'node:path';
import { app } from 'electron';
import { namedFolder } from './profile-folder';

/** Command-line switches. */
export interface Switches {
  /** `--demo`: opens the demo fleet on the embedded reference service. */
  demo: boolean;
  /** `--summary-file=FILE`: writes a summary once the fleet is drawn, then quits. */
  summaryFile: string | null;
  /** `--screenshot=FILE`: also takes a screenshot of the window. */
  screenshot: string | null;
  /** `--bench-report=FILE`: writes the time of each start-up step, then quits. */
  benchReport: string | null;
}

/** Reads the switches and applies `--user-data-dir` before any file is opened. */
export function readSwitches(): Switches {
  const value = (name: string) => app.commandLine.getSwitchValue(name) || null;
  const folder = namedFolder(process.argv) ?? value('user-data-dir');
  // Electron accepts absolute paths only.
  if (folder) app.setPath('userData', path.resolve(folder));
  return {
    demo: app.commandLine.hasSwitch('demo'),
    summaryFile: value('summary-file'),
    screenshot: value('screenshot'),
    benchReport: value('bench-report'),
  };
}
