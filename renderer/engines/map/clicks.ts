import type { ClusterRef, MapDevice, MapFeed, VisibleSet } from '#engines/fleet';
import type { Place } from './camera';
import type { Hit } from './hit';
import { fanOut, type Fan } from './scene';

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
