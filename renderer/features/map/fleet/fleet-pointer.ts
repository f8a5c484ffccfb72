import type { Map as BaseMap, MapMouseEvent } from 'maplibre-gl';
import type { MapFeed, VisibleSet } from '#engines/fleet';
import { mercatorOf } from '../engine/viewport-requests';
import { hitTest, type Hit } from './hit';
import { Pointer } from './pointer';
import type { StackOpener } from './stack-opener';

interface ClickTargets {
  stacks: Pick<StackOpener, 'fan' | 'take' | 'close' | 'openDevices' | 'openCluster'>;
  /** A device or (null) an empty place was clicked. */
  onSelect: (id: string | null) => void;
  /** The selected device was clicked again. */
  onSelectedClick: (id: string) => void;
}

interface FleetPointerOptions extends ClickTargets {
  map: BaseMap;
  feed: MapFeed;
  visible: () => VisibleSet | null;
  tooltipClass: string;
}

/** The pointer on a map of the fleet: tooltips for what it hits, and what a click on it does. */
export function createFleetPointer(options: FleetPointerOptions): Pointer {
  const { map, feed, stacks, visible, tooltipClass } = options;

  function hitAt({ lngLat }: MapMouseEvent): Hit | null {
    const set = visible();
    if (!set) return null;
    const scale = 512 * 2 ** map.getZoom();
    return hitTest(set, stacks.fan, { ...mercatorOf(lngLat), scale, bearing: map.getBearing() });
  }

  return new Pointer(map, feed, {
    hitAt,
    generation: () => visible()?.generation ?? null,
    named: () => {
      const selected = visible()?.selected;
      const fanned = stacks.fan?.members.map(({ device }) => device) ?? [];
      return selected ? [selected, ...fanned] : fanned;
    },
    onClick: (hit) => {
      const set = visible();
      if (set) click(hit, set, options);
    },
    tooltipClass,
  });
}

/** Does what a click on a symbol, or (null) on an empty place, means. */
export function click(
  hit: Hit | null,
  { generation, selected }: Pick<VisibleSet, 'generation' | 'selected'>,
  { stacks, onSelect, onSelectedClick }: ClickTargets,
): void {
  if (hit?.kind === 'fanned') {
    const id = stacks.take(hit.slot);
    if (id !== null) onSelect(id);
    return;
  }
  const hadStack = stacks.fan !== null;
  stacks.close();
  if (!hit) {
    // A click on an empty place only closes an open fan.
    if (!hadStack) onSelect(null);
  } else if (hit.kind === 'devices') void stacks.openDevices(generation, hit.slots);
  else if (hit.kind === 'cluster') void stacks.openCluster(generation, hit.cluster);
  else if (selected) onSelectedClick(selected.id);
}
