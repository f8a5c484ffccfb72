import type { WaypostClient } from '#shared/ipc/contract';

declare global {
  var waypost: WaypostClient;
}

/** The calls to main, derived from the contract by the preload. */
export const api: WaypostClient = globalThis.waypost;
