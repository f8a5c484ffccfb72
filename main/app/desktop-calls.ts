import { app, clipboard, shell } from 'electron';
import { computerZone, keychainName, platformName } from './computer';

/** The calls of the window that concern the computer and nothing else. */
export function desktopCalls(facts: { userData: string; presetAddress: string | null }) {
  return {
    info: () => ({
      version: app.getVersion(),
      platform: platformName(),
      userDataFolder: facts.userData,
      computerZone: computerZone(),
      keychainName: keychainName(),
      presetAddress: facts.presetAddress,
    }),
    copyText: (text: string) => {
      void clipboard.writeText(text);
    },
    openExternal: (address: string) => shell.openExternal(address),
  };
}
