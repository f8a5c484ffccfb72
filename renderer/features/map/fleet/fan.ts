import type { MapDevice } from '#engines/fleet';

/** Devices at one spot, spread out so that each can be clicked. Offsets in CSS pixels. */
export interface Fan {
  /** Their common position, Mercator. */
  x: number;
  y: number;
  members: { device: MapDevice; x: number; y: number }[];
}

/** More devices than these are in the list only. */
export const mostInFan = 24;
const apartPx = 34;
const leastRadiusPx = 38;

/** Arranges devices on a circle, clockwise from the top; its size grows with their number. */
export function fanOut(x: number, y: number, devices: readonly MapDevice[]): Fan {
  const shown = devices.slice(0, mostInFan);
  const radius = Math.max(leastRadiusPx, (shown.length * apartPx) / (2 * Math.PI));
  return {
    x,
    y,
    members: shown.map((device, i) => {
      const angle = (2 * Math.PI * i) / shown.length;
      return { device, x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
    }),
  };
}
