import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import type { MapSheet } from '#shared/ipc/maps';
import type { Viewport } from '#engines/geo';
import type { VisibleSet } from '#engines/fleet';
import { deviceStateLooks, strokedShapes, type ColourScheme } from '#lib/device-state-look';

/** The number of devices of each state that the map draws in a view. */
export function countsInView(
  { singles, clusters, selected }: VisibleSet,
  view: Viewport,
): Record<DeviceState, number> {
  const counts = deviceStates.map(() => 0);
  const isInView = (x: number, y: number) => {
    const fromWest = x - view.west - Math.floor(x - view.west);
    return fromWest <= view.east - view.west && y >= view.north && y <= view.south;
  };
  singles.slot.forEach((_, i) => {
    if (isInView(singles.x[i]!, singles.y[i]!)) counts[singles.state[i]!]! += 1;
  });
  clusters.count.forEach((_, i) => {
    if (!isInView(clusters.x[i]!, clusters.y[i]!)) return;
    deviceStates.forEach((_state, s) => {
      counts[s]! += clusters.byState[i * deviceStates.length + s]!;
    });
  });
  if (selected && isInView(selected.x, selected.y))
    counts[deviceStates.indexOf(selected.state)]! += 1;
  return Object.fromEntries(deviceStates.map((state, s) => [state, counts[s]!])) as Record<
    DeviceState,
    number
  >;
}

/** The legend of a picture: the states that are in it. */
export function legendOf(
  counts: Record<DeviceState, number>,
  outlines: Record<string, string>,
  { theme, count }: { theme: ColourScheme; count: (value: number) => string },
): MapSheet['legend'] {
  return deviceStates
    .filter((state) => counts[state] > 0)
    .map((state) => {
      const { word, shape, colour } = deviceStateLooks[state];
      return {
        name: word,
        count: count(counts[state]),
        colour: colour[theme],
        outline: outlines[shape]!,
        isStroked: strokedShapes.has(shape),
      };
    });
}
