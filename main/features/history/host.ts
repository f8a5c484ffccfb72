import type { AlertOverview } from '#shared/domain/alert';
import { defaultSettings, type Settings } from '#shared/domain/settings';
import type { FetchState } from '#shared/domain/history';
import type { HistoryMessage } from '#shared/history/columns';
import type { Notice } from '#shared/domain/notice';
import type { NearestTowns } from '#main/files/towns';

/** A notification that leads to a device, or with null to the alert log. */
export interface AlertNotice extends Notice {
  deviceId: string | null;
}

/** The end of the port on which tracks go to the window. */
export interface HistoryPort {
  postMessage(message: HistoryMessage): void;
  close(): void;
}

/** What the history of the open account needs from the desktop. */
export interface HistoryHost {
  settings: () => Settings;
  post: (message: HistoryMessage) => void;
  onFetches: (fetches: FetchState[]) => void;
  onAlertOverview: (overview: AlertOverview) => void;
  notify: (notice: AlertNotice) => void;
  /** The nearest town of a position; absent: notifications name none. */
  nearestTowns?: NearestTowns | undefined;
}

/** The host with each notification wrapped by `gate`. */
export function heardWhile(
  gate: <A extends unknown[]>(notify: (...news: A) => void) => (...news: A) => void,
  host: HistoryHost,
): HistoryHost {
  return {
    settings: host.settings,
    post: gate(host.post),
    onFetches: gate(host.onFetches),
    onAlertOverview: gate(host.onAlertOverview),
    notify: gate(host.notify),
    nearestTowns: host.nearestTowns,
  };
}

/** A host that ignores everything. */
export const noopHistoryHost: HistoryHost = {
  settings: () => defaultSettings,
  post: () => undefined,
  onFetches: () => undefined,
  onAlertOverview: () => undefined,
  notify: () => undefined,
};

/** The port to the window; a new one replaces the old one. */
export function createHistoryPort(): {
  attach: (port: HistoryPort) => void;
  post: (message: HistoryMessage) => void;
} {
  let port: HistoryPort | null = null;
  return {
    attach: (next) => {
      port?.close();
      port = next;
    },
    post: (message) => port?.postMessage(message),
  };
}
