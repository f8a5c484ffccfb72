import type { FleetClient } from '#features/fleet';

/** What main's answer to `fleet.openPort` looks like when it arrives in the window. */
interface PortMessage {
  data: unknown;
  origin: string;
  source: unknown;
  ports: readonly MessagePort[];
}

/** The port in a window message, if this is the message and it comes from this very window. */
export function fleetPortIn(
  event: PortMessage,
  self: { origin: string; window: unknown },
): MessagePort | null {
  if (event.data !== 'waypost:fleet-port') return null;
  if (event.source !== self.window || event.origin !== self.origin) return null;
  return event.ports[0] ?? null;
}

/** Hands every fleet port that main sends to the worker. */
export function receiveFleetPorts(client: FleetClient): void {
  window.addEventListener('message', (event) => {
    const port = fleetPortIn(event, { origin: window.location.origin, window });
    if (port) client.attach(port);
  });
}
