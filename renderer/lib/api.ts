import type { WaypostClient } from '#shared/ipc/contract';
import type { Client } from '#shared/ipc/define';
import type { history } from '#shared/ipc/history';

/** What main answers, what was included. */
export type WindowApi = WaypostClient & Client<typeof history>;

declare global {
  var waypost: WindowApi;
}

/** Everything the window may ask of main: what the preload derived from the contract. */
export const api: WindowApi = globalThis.waypost;
