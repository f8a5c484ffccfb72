import type { WaypostClient } from '#shared/ipc/contract';

declare global {
  var waypost: WaypostClient;
}

/** Everything the window may ask of main: what the preload derived from the contract. */
export const api: WaypostClient = globalThis.waypost;
