import { portMessage, type PortName } from '#shared/ipc/define';

/** What main's answer to `fleet.openPort` or `history.openPort` looks like in the window. */
interface PortMessage {
  data: unknown;
  origin: string;
  source: unknown;
  ports: readonly MessagePort[];
}

/** The named port in a window message that comes from this window itself; null otherwise. */
export function portIn(
  event: PortMessage,
  name: PortName,
  self: { origin: string; window: unknown },
): MessagePort | null {
  if (event.data !== portMessage(name)) return null;
  if (event.source !== self.window || event.origin !== self.origin) return null;
  return event.ports[0] ?? null;
}

/** Passes every port of this name that main sends to `attach`; returns a function that stops it. */
export function receivePorts(name: PortName, attach: (port: MessagePort) => void): () => void {
  const receive = (event: MessageEvent) => {
    const port = portIn(event, name, { origin: window.location.origin, window });
    if (port) attach(port);
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}
