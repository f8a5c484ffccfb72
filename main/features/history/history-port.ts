import type { HistoryMessage } from '#shared/history/columns';
import type { Notice } from '#shared/domain/notice';

/** A notification that leads to a device, or with null to the alert log. */
export interface AlertNotice extends Notice {
  deviceId: string | null;
}

/** The end of the port on which tracks go to the window. */
export interface HistoryPort {
  postMessage(message: HistoryMessage): void;
  close(): void;
}

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
