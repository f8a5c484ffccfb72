import { existsSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { Updater, Updates } from './updates';

/** False for a development build, an unpacked folder and the portable program of Windows. */
export const canReplaceItself =
  app.isPackaged &&
  process.env['PORTABLE_EXECUTABLE_DIR'] === undefined &&
  (process.platform !== 'linux' ||
    process.env['APPIMAGE'] !== undefined ||
    existsSync(path.join(process.resourcesPath, 'package-type')));

/** electron-updater, loaded only when a feed is to be asked: the start does without it. */
export async function loadUpdater(): Promise<Updater> {
  const { autoUpdater } = await import('electron-updater');
  return autoUpdater;
}

const firstCheckMs = 60_000;
const everyMs = 6 * 3_600_000;

/** Asks the feed, if there is one, a minute after the start and every six hours. */
export function keepAskingForUpdates(updates: Updates): void {
  setTimeout(() => void updates.check(), firstCheckMs).unref();
  setInterval(() => void updates.check(), everyMs).unref();
}
