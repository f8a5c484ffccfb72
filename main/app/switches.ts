import path from 'node:path';
import { app } from 'electron';
import { namedFolder } from './profile-folder';

/** What can be asked for on the command line. */
export interface Switches {
  /** `--demo`: opens the embedded reference service with its demo fleet, no question asked. */
  demo: boolean;
  /** `--summary-file=FILE`: waits until the fleet is drawn, writes what is on screen, and quits. */
  summaryFile: string | null;
  /** `--screenshot=FILE`: with it, a picture of the window. */
  screenshot: string | null;
  /** `--bench-report=FILE`: writes when each step of the start was done, and quits. */
  benchReport: string | null;
}

/** Reads the switches; `--user-data-dir`, with its folder after "=" or as the next word, is applied at once, before anything opens a file. */
export function readSwitches(): Switches {
  const value = (name: string) => app.commandLine.getSwitchValue(name) || null;
  const folder = namedFolder(process.argv) ?? value('user-data-dir');
  // Electron takes absolute paths only; a person may well type another.
  if (folder) app.setPath('userData', path.resolve(folder));
  return {
    demo: app.commandLine.hasSwitch('demo'),
    summaryFile: value('summary-file'),
    screenshot: value('screenshot'),
    benchReport: value('bench-report'),
  };
}
