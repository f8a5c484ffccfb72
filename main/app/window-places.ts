import type { Rectangle } from 'electron';
import type { WindowPlace } from '#shared/domain/window';

/** Minimum usable window size. */
export const smallestWindow = { width: 720, height: 480 };

/** The part of Electron's `Display` that is used. */
interface ConnectedDisplay {
  id: number;
  bounds: Rectangle;
  /** Without the bars of the desktop. */
  workArea: Rectangle;
}

/**
 * Where a window is opened that was there before, whole on one display: the one that it was on, also if that is
 * elsewhere, larger or of another scale by now; without it the one with most of the window, else the first, which is
 * the primary one. null without a display.
 */
export function boundsOn(
  place: Pick<WindowPlace, 'bounds' | 'display'>,
  connected: readonly ConnectedDisplay[],
): Rectangle | null {
  const { bounds, display: before } = place;
  const own = before && displayOf(before, connected);
  if (own && before) {
    const x = bounds.x - before.bounds.x + own.bounds.x;
    const y = bounds.y - before.bounds.y + own.bounds.y;
    return within({ ...bounds, x, y }, own.workArea);
  }
  const shared = ({ workArea }: ConnectedDisplay) => overlap(bounds, workArea);
  const most = connected.toSorted((a, b) => shared(b) - shared(a))[0];
  if (most && shared(most) > 0) return within(bounds, most.workArea);
  const [primary] = connected;
  return primary ? within(inMiddleOf(primary.workArea, bounds), primary.workArea) : null;
}

/** The display by its id; a system that gives ids anew leaves it where it was. */
export function displayOf<T extends Pick<ConnectedDisplay, 'id' | 'bounds'>>(
  before: NonNullable<WindowPlace['display']>,
  connected: readonly T[],
): T | undefined {
  const isSame = ({ bounds }: T) => isSameArea(bounds, before.bounds);
  return connected.find(({ id }) => id === before.id) ?? connected.find(isSame);
}

export const isSameArea = (a: Rectangle, b: Rectangle): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** Some desktops put a window beside where it was asked to be, by the width of its frame. */
const frame = 40;

/** Whether a window is where it was put, as far as the desktop lets it. */
export const isAboutAt = (a: Rectangle, b: Rectangle): boolean =>
  Math.max(
    Math.abs(a.x - b.x),
    Math.abs(a.y - b.y),
    Math.abs(a.width - b.width),
    Math.abs(a.height - b.height),
  ) <= frame;

/** The area that both have, square pixels. */
export function overlap(a: Rectangle, b: Rectangle): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, across) * Math.max(0, down);
}

const inMiddleOf = (area: Rectangle, { width, height }: Rectangle): Rectangle => ({
  width,
  height,
  x: area.x + Math.round((area.width - width) / 2),
  y: area.y + Math.round((area.height - height) / 2),
});

/** Moved and shrunk so that it is whole in an area. */
function within(bounds: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(Math.max(bounds.width, smallestWindow.width), area.width);
  const height = Math.min(Math.max(bounds.height, smallestWindow.height), area.height);
  return {
    width,
    height,
    x: Math.min(Math.max(bounds.x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(bounds.y, area.y), area.y + area.height - height),
  };
}
