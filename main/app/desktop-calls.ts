import { app, clipboard, shell } from 'electron';
import { browserMapAddress } from '#shared/domain/coordinates';
import type { HandlersOf } from '#shared/ipc/contract';
import { computerZone, keychainName, platformName } from './computer';

/** The calls of the window that concern the computer and nothing else. */
export function appHandlers(options: {
  userData: string;
  presetAddress: string | null;
  fleetDrawn: HandlersOf<'app'>['fleetDrawn'];
}): HandlersOf<'app'> {
  return {
    info: () => ({
      version: app.getVersion(),
      platform: platformName(),
      userDataFolder: options.userData,
      computerZone: computerZone(),
      keychainName: keychainName(),
      presetAddress: options.presetAddress,
    }),
    copyText: ({ text }) => {
      void clipboard.writeText(text);
    },
    fleetDrawn: options.fleetDrawn,
    openInBrowserMap: ({ latitude, longitude }) =>
      shell.openExternal(browserMapAddress(latitude, longitude)),
  };
}
