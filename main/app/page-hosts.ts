import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The hosts of the last start's online map (`map-hosts.ts`). */
export const mapHostsFile = (userDataFolder: string) => path.join(userDataFolder, 'map-hosts.json');

/** Whether the last start had an online map; true if that is not clear. */
export function hadOnlineMap(userDataFolder: string): boolean {
  try {
    const stored = JSON.parse(readFileSync(mapHostsFile(userDataFolder), 'utf8')) as {
      hosts?: unknown;
    } | null;
    return !Array.isArray(stored?.hosts) || stored.hosts.length > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** The origins that pages may use besides the app's own. */
export type PageHosts = () => Promise<readonly string[]>;

/**
 * Pages wait until the hosts of the map are known. Without an online map at the last start the first page does
 * not: it is loaded again if there is one after all (`start.ts`).
 */
export function createPageHosts(
  waits: boolean,
  composed: Promise<{ mapHosts: () => readonly string[] }>,
): PageHosts {
  let current: () => readonly string[] = () => [];
  const known = composed.then(({ mapHosts }) => {
    current = mapHosts;
  });
  return async () => {
    if (waits) await known;
    return current();
  };
}
