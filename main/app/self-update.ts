import { existsSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { Updater, Updates } from './updates';

/** False for a development build, an unpacked folder and the portable Windows build. */
export const canReplaceItself =
  app.isPackaged &&
  process.env['PORTABLE_EXECUTABLE_DIR'] === undefined &&
  (process.platform !== 'linux' ||
    process.env['APPIMAGE'] !== undefined ||
    existsSync(path.join(process.resourcesPath, 'package-type')));

/** Loads electron-updater on first use, to keep it out of the start. */
export async function loadUpdater(): Promise<Updater> {
  const { autoUpdater } = await import('electron-updater');
  return autoUpdater;
}

const firstCheckMs = 60_000;
const everyMs = 6 * 3_600_000;

/** Checks the feed a minute after the start and then every six hours. */
export function keepAskingForUpdates(updates: Updates): void {
  setTimeout(() => void updates.check(), firstCheckMs).unref();
  setInterval(() => void updates.check(), everyMs).unref();
}
