import type { WaypostClient } from '#shared/ipc/contract';
import type { Client } from '#shared/ipc/define';
import type { manage } from '#shared/ipc/manage';

/** What main answers, the management of the account included. */
export type WindowApi = WaypostClient & Client<typeof manage>;

declare global {
  var waypost: WindowApi;
}

/** Everything the window may ask of main: what the preload derived from the contract. */
export const api: WindowApi = globalThis.waypost;
