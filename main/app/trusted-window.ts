import {
  MessageChannelMain,
  type BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  type MessagePortMain,
} from 'electron';
import { portMessage, type PortName } from '#shared/ipc/ports';
import { isOwnAddress } from './guard';

/** The window of the app as the rest of main talks to it; it may be closed at any time. */
export interface TrustedWindow {
  /** Sends an event of the contract; dropped without a window. */
  send(channel: string, payload: unknown): void;
  isVisible(): boolean;
  /** Passes a port to the page and its other end to `attach`; false without a window. */
  openPort(name: PortName, attach: (port: MessagePortMain) => void): boolean;
  /** Whether a message is from the app's own page in its main frame, and not from another one. */
  isTrusted(event: IpcMainInvokeEvent | IpcMainEvent): boolean;
}

export function createTrustedWindow(current: () => BrowserWindow | null): TrustedWindow {
  const alive = () => {
    const window = current();
    return window && !window.isDestroyed() ? window : null;
  };
  return {
    send: (channel, payload) => alive()?.webContents.send(channel, payload),
    isVisible: () => {
      const window = alive();
      return window !== null && window.isVisible() && !window.isMinimized();
    },
    openPort: (name, attach) => {
      const window = current();
      if (!window) return false;
      const { port1, port2 } = new MessageChannelMain();
      port1.start();
      attach(port1);
      window.webContents.postMessage(portMessage(name), null, [port2]);
      return true;
    },
    isTrusted: ({ sender, senderFrame }) =>
      senderFrame !== null &&
      senderFrame.parent === null &&
      isOwnAddress(senderFrame.url) &&
      sender === current()?.webContents,
  };
}
