import type { Map as BaseMap, MapMouseEvent } from 'maplibre-gl';
import { worldPixels } from '#shared/domain/mercator';
import {
  discRadius,
  type ClusterRef,
  type MapDevice,
  type MapFeed,
  type VisibleSet,
} from '#engines/fleet';
import { currentFormat } from '#lib/use-format';
import type { Place } from './camera';
import { fanOut, type Fan } from './symbol-layer';
import { mercatorOf } from './viewport';

/** Identifies a hit, to notice that the pointer is still on it. */
const keyOf = (hit: Hit | null) => JSON.stringify(hit);

/** Mouse cursor, tooltip and clicks on the map of the fleet. */
export class Pointer {
  readonly #tooltip: Tooltip;
  #over = keyOf(null);
  #lines: readonly string[] = [];
  #isNaming = true;
  #isFree = true;

  constructor(
    private readonly map: BaseMap,
    private readonly feed: Pick<MapFeed, 'devices' | 'members'>,
    private readonly clicks: Clicks,
    private readonly visible: () => VisibleSet | null,
    tooltipClass: string,
  ) {
    this.#tooltip = new Tooltip(map.getContainer(), tooltipClass);
    map.on('mousemove', this.#moved);
    map.on('mouseout', this.#left);
    map.on('movestart', this.#left);
    map.on('click', this.#clicked);
    map.on('remove', () => this.#tooltip.remove());
  }

  /** Whether the tooltip is shown. */
  setNaming(isNaming: boolean): void {
    this.#isNaming = isNaming;
    if (!isNaming) this.#tooltip.hide();
  }

  /** Whether the pointer serves the devices, and not a tool. */
  setFree(isFree: boolean): void {
    this.#isFree = isFree;
    if (!isFree) this.#left();
  }

  #hitAt(set: VisibleSet, { lngLat }: MapMouseEvent): Hit | null {
    const scale = worldPixels(this.map.getZoom());
    const bearing = this.map.getBearing();
    return hitTest(set, this.clicks.fan, { ...mercatorOf(lngLat), scale, bearing });
  }

  readonly #clicked = (event: MapMouseEvent) => {
    if (!this.#isFree) return;
    this.#left();
    const set = this.visible();
    if (set) void this.clicks.click(this.#hitAt(set, event), set);
  };

  readonly #left = () => {
    this.#over = keyOf(null);
    if (this.#isFree) this.map.getCanvas().style.cursor = '';
    this.#tooltip.hide();
  };

  readonly #moved = (event: MapMouseEvent) => {
    const set = this.visible();
    if (!set || !this.#isFree || this.map.isMoving()) return;
    const hit = this.#hitAt(set, event);
    const over = keyOf(hit);
    if (over === this.#over) {
      if (hit && this.#isNaming) this.#tooltip.show(this.#lines, event.point);
      return;
    }
    this.#left();
    if (!hit) return;
    this.#over = over;
    // The old lines belong to the previous hit.
    this.#lines = [];
    this.map.getCanvas().style.cursor = 'pointer';
    if (this.#isNaming) void this.#explain(hit, set, event.point);
  };

  async #explain(hit: Hit, set: VisibleSet, point: { x: number; y: number }): Promise<void> {
    const lines = await this.#linesFor(hit, set);
    // The pointer may have moved on.
    if (keyOf(hit) !== this.#over || !this.#isNaming) return;
    this.#lines = lines;
    this.#tooltip.show(lines, point);
  }

  async #linesFor(hit: Hit, { generation, selected }: VisibleSet): Promise<string[]> {
    const { feed } = this;
    switch (hit.kind) {
      case 'selected':
        return selected ? [selected.label] : [];
      case 'fanned': {
        const members = this.clicks.fan?.members.map(({ device }) => device) ?? [];
        return members.filter(({ slot }) => slot === hit.slot).map(({ label }) => label);
      }
      case 'devices': {
        const slots = Uint32Array.from(hit.slots.slice(0, mostNames));
        return tooltipLines(await feed.devices(generation, slots), hit.slots.length);
      }
      case 'cluster': {
        const maxZoom = this.map.getMaxZoom();
        const members = await feed.members(generation, hit.cluster, mostNames, maxZoom);
        return members ? tooltipLines(members.first, members.count) : [];
      }
    }
  }
}

/** More names than these are counted only. */
const mostNames = 8;

/** The lines of a tooltip: the first names, and how many more there are. */
export function tooltipLines(first: readonly Pick<MapDevice, 'label'>[], count: number): string[] {
  const lines = first.slice(0, mostNames).map((device) => device.label);
  const more = count - lines.length;
  return more > 0 ? [...lines, currentFormat().t('common.more', { count: more })] : lines;
}

/** A box beside the pointer. Hidden from screen readers, which have the table. */
class Tooltip {
  readonly #box = document.createElement('div');

  constructor(
    private readonly container: HTMLElement,
    className: string,
  ) {
    this.#box.className = className;
    this.#box.setAttribute('aria-hidden', 'true');
    this.#box.hidden = true;
    container.append(this.#box);
  }

  show(lines: readonly string[], point: { x: number; y: number }): void {
    this.#box.replaceChildren(
      ...lines.map((text) => {
        const line = document.createElement('div');
        line.textContent = text;
        return line;
      }),
    );
    this.#box.hidden = lines.length === 0;
    const { clientWidth, clientHeight } = this.container;
    // Towards the centre, so that it is not cut off at an edge.
    const left = point.x > clientWidth / 2 ? point.x - this.#box.offsetWidth - 14 : point.x + 14;
    const top = point.y > clientHeight / 2 ? point.y - this.#box.offsetHeight - 10 : point.y + 10;
    this.#box.style.left = `${Math.max(0, left)}px`;
    this.#box.style.top = `${Math.max(0, top)}px`;
  }

  hide(): void {
    this.#box.hidden = true;
  }

  remove(): void {
    this.#box.remove();
  }
}

/** More devices than these at one spot are counted only. */
const mostInStack = 200;
/** A cluster of so many is spread out at any zoom: zooming in would only lose the place. */
const fewInCluster = 5;

/** Devices at one spot, or under one disc, that are spread out. */
export interface OpenStack {
  fan: Fan;
  devices: readonly MapDevice[];
  /** How many there are; the devices may be fewer. */
  count: number;
}

interface ClickOptions {
  feed: Pick<MapFeed, 'devices' | 'members'>;
  zoom: () => number;
  maxZoom: () => number;
  /** A device or (null) an empty place was clicked. */
  onSelect: (id: string | null) => void;
  /** The selected device was clicked again. */
  onSelectedClick: (id: string) => void;
  /** A click hit a cluster that separates when the map is zoomed in. */
  onExpand: (place: Place, zoom: number) => void;
  /** Devices at one spot were spread out, or (null) put back. */
  onStack: (stack: OpenStack | null) => void;
}

/** What a click on symbols does: selects a device, zooms into a cluster, or spreads out a stack. */
export class Clicks {
  #fan: Fan | null = null;

  constructor(private readonly options: ClickOptions) {}

  get fan(): Fan | null {
    return this.#fan;
  }

  /** `hit` null: an empty place was clicked. */
  async click(
    hit: Hit | null,
    { generation, selected }: Pick<VisibleSet, 'generation' | 'selected'>,
  ): Promise<void> {
    const fan = this.#fan;
    this.closeStack();
    switch (hit?.kind) {
      case undefined:
        // A click on an empty place only closes an open fan.
        return fan ? undefined : this.options.onSelect(null);
      case 'fanned': {
        const member = fan?.members.find(({ device }) => device.slot === hit.slot);
        return member && this.options.onSelect(member.device.id);
      }
      case 'selected':
        return selected ? this.options.onSelectedClick(selected.id) : undefined;
      case 'devices':
        return this.#openDevices(generation, hit.slots);
      case 'cluster':
        return this.#openCluster(generation, hit.cluster, hit);
    }
  }

  closeStack(): void {
    if (!this.#fan) return;
    this.#fan = null;
    this.options.onStack(null);
  }

  async #openDevices(generation: number, slots: readonly number[]): Promise<void> {
    const devices = await this.options.feed.devices(generation, Uint32Array.from(slots));
    const [first] = devices;
    if (!first) return;
    if (devices.length === 1) this.options.onSelect(first.id);
    else this.#openStack(devices, devices.length, first);
  }

  async #openCluster(generation: number, cluster: ClusterRef, disc: Place): Promise<void> {
    const { feed, zoom, maxZoom, onExpand } = this.options;
    const members = await feed.members(generation, cluster, mostInStack, maxZoom());
    if (!members) return;
    const { count, first, expansionZoom } = members;
    if (count <= fewInCluster || expansionZoom === null) this.#openStack(first, count, disc);
    // A step of less than a whole zoom would be hard to notice.
    else onExpand(members, Math.max(expansionZoom, zoom() + 1));
  }

  #openStack(devices: readonly MapDevice[], count: number, { x, y }: Place): void {
    this.#fan = fanOut(x, y, devices);
    this.options.onStack({ fan: this.#fan, devices, count });
  }
}

/** What is under the pointer, topmost first. */
export type Hit =
  | { kind: 'fanned'; slot: number }
  | { kind: 'selected'; slot: number }
  /** One device, or several whose symbols lie on each other. */
  | { kind: 'devices'; slots: number[] }
  /** A disc, at its middle. */
  | { kind: 'cluster'; cluster: ClusterRef; x: number; y: number };

/** The position of the pointer, and the scale to convert distances to pixels. */
export interface Aim {
  /** Mercator. */
  x: number;
  y: number;
  /** Pixels for one Mercator unit. */
  scale: number;
  /** Rotation of the map in degrees. */
  bearing: number;
}

const reachPx = 14;
/** Symbols closer than this to the nearest one overlap it. */
const overlapPx = 8;

/** The offset from a place to the pointer in pixels, the shorter way around the world. */
function away(aim: Aim, x: number, y: number): { x: number; y: number } {
  const dx = aim.x - x;
  const east = (dx - Math.round(dx)) * aim.scale;
  const south = (aim.y - y) * aim.scale;
  const turn = (-aim.bearing * Math.PI) / 180;
  return {
    x: east * Math.cos(turn) - south * Math.sin(turn),
    y: east * Math.sin(turn) + south * Math.cos(turn),
  };
}

const distance = (aim: Aim, x: number, y: number) => {
  const { x: dx, y: dy } = away(aim, x, y);
  return Math.hypot(dx, dy);
};

function hitFan(fan: Fan, aim: Aim): Hit | null {
  const from = away(aim, fan.x, fan.y);
  const hit = fan.members.find(({ x, y }) => Math.hypot(from.x - x, from.y - y) <= reachPx);
  return hit ? { kind: 'fanned', slot: hit.device.slot } : null;
}

function hitSingles({ singles }: VisibleSet, aim: Aim): Hit | null {
  let nearest = -1;
  let nearestPx = reachPx;
  for (let i = 0; i < singles.slot.length; i++) {
    const px = distance(aim, singles.x[i]!, singles.y[i]!);
    if (px <= nearestPx) {
      nearest = i;
      nearestPx = px;
    }
  }
  if (nearest < 0) return null;
  const around = { ...aim, x: singles.x[nearest]!, y: singles.y[nearest]! };
  const slots: number[] = [];
  for (let i = 0; i < singles.slot.length; i++) {
    if (distance(around, singles.x[i]!, singles.y[i]!) <= overlapPx) slots.push(singles.slot[i]!);
  }
  return { kind: 'devices', slots };
}

function hitClusters({ clusters }: VisibleSet, aim: Aim): Hit | null {
  for (let i = clusters.count.length - 1; i >= 0; i--) {
    const count = clusters.count[i]!;
    if (distance(aim, clusters.x[i]!, clusters.y[i]!) > discRadius(count) + 1) continue;
    return { kind: 'cluster', cluster: clusters.ref[i]!, x: clusters.x[i]!, y: clusters.y[i]! };
  }
  return null;
}

/** What the pointer hits, in drawing order from the top. */
export function hitTest(visible: VisibleSet, fan: Fan | null, aim: Aim): Hit | null {
  const fanned = fan && hitFan(fan, aim);
  if (fanned) return fanned;
  const { selected } = visible;
  if (selected && distance(aim, selected.x, selected.y) <= reachPx) {
    return { kind: 'selected', slot: selected.slot };
  }
  return hitSingles(visible, aim) ?? hitClusters(visible, aim);
}
