import { app, session } from 'electron';

const mostBytes = 100_000_000;

/** Must run before Electron is ready. Nothing but online maps is loaded over HTTP by the window. */
export function limitOnlineMapCache(): void {
  app.commandLine.appendSwitch('disk-cache-size', String(mostBytes));
}

/** The HTTP cache of the window, which keeps what the server of an online map allows. */
export const onlineMapCache = {
  bytes: () => session.defaultSession.getCacheSize(),
  clear: async () => {
    await session.defaultSession.clearCache();
    return session.defaultSession.getCacheSize();
  },
};
