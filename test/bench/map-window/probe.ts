import type { Map as BaseMap } from 'maplibre-gl';

// What the bench reads out of a window: when data reached the layer that draws it, and when that was
// on the canvas. Times are epoch milliseconds, to be compared with those of main.

interface ProbeEvent {
  kind: 'received' | 'drawn';
  at: number;
}

export const probe = {
  events: [] as ProbeEvent[],
  /** Devices and clusters, or pieces of track, in the last data. */
  size: 0,
  /** The map whose layer was added last, to go to a place. */
  map: null as BaseMap | null,
};
Object.assign(globalThis, { mapProbe: probe });

const now = () => performance.timeOrigin + performance.now();

export function received(size: number): void {
  probe.size = size;
  probe.events.push({ kind: 'received', at: now() });
}

/** Waits for the graphics process first: commands that are only queued are not drawn. */
export function drawn(gl: WebGL2RenderingContext): void {
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  probe.events.push({ kind: 'drawn', at: now() });
}
