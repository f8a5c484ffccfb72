import type { Map as BaseMap } from 'maplibre-gl';

// What the bench reads from a window: when data reached the layer that draws it, and when it was on the
// canvas. Times are epoch milliseconds, comparable with those of main.

interface ProbeEvent {
  kind: 'received' | 'drawn';
  at: number;
}

export const probe = {
  events: [] as ProbeEvent[],
  /** Devices and clusters, or pieces of track, in the last data. */
  size: 0,
  /** The map whose layer was added last, to move it to a position. */
  map: null as BaseMap | null,
};
Object.assign(globalThis, { mapProbe: probe });

const now = () => performance.timeOrigin + performance.now();

export function received(size: number): void {
  probe.size = size;
  probe.events.push({ kind: 'received', at: now() });
}

/** Waits for the graphics process first: queued commands are not drawn yet. */
export function drawn(gl: WebGL2RenderingContext): void {
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  probe.events.push({ kind: 'drawn', at: now() });
}
