import type { ClusterRef, MapDevice, MapFeed } from '#engines/fleet';
import { fanOut, type Fan } from './fan';

/** More devices than these at one spot are counted only. */
const mostInStack = 200;

interface Place {
  x: number;
  y: number;
}

export interface OpenStack {
  fan: Fan;
  devices: readonly MapDevice[];
  /** How many there are; the devices may be fewer. */
  count: number;
}

interface StackOpenerOptions {
  feed: Pick<MapFeed, 'devices' | 'members'>;
  zoom: () => number;
  maxZoom: () => number;
  /** A click hit a single device. */
  onDevice: (id: string) => void;
  /** A click hit a cluster that separates when the map is zoomed in. */
  onExpand: (place: Place, zoom: number) => void;
  /** Devices at one spot were spread out, or (null) put back. */
  onChanged: (stack: OpenStack | null) => void;
}

/** Resolves a click on symbols: selects a device, zooms into a cluster, or spreads out a stack. */
export class StackOpener {
  #fan: Fan | null = null;

  constructor(private readonly options: StackOpenerOptions) {}

  get fan(): Fan | null {
    return this.#fan;
  }

  close(): void {
    if (!this.#fan) return;
    this.#fan = null;
    this.options.onChanged(null);
  }

  /** Closes the fan; returns the id of one of its members. */
  take(slot: number): string | null {
    const member = this.#fan?.members.find(({ device }) => device.slot === slot);
    this.close();
    return member?.device.id ?? null;
  }

  async openDevices(generation: number, slots: readonly number[]): Promise<void> {
    const devices = await this.options.feed.devices(generation, Uint32Array.from(slots));
    const [first] = devices;
    if (!first) return;
    if (devices.length === 1) this.options.onDevice(first.id);
    else this.#open(devices, devices.length, first);
  }

  async openCluster(generation: number, cluster: ClusterRef): Promise<void> {
    const { feed, zoom, maxZoom, onExpand } = this.options;
    const members = await feed.members(generation, cluster, mostInStack, maxZoom());
    if (!members) return;
    const { expansionZoom } = members;
    // A step of less than a whole zoom would be hard to notice.
    if (expansionZoom !== null) onExpand(members, Math.max(expansionZoom, zoom() + 1));
    else this.#open(members.first, members.count, members);
  }

  #open(devices: readonly MapDevice[], count: number, { x, y }: Place): void {
    this.#fan = fanOut(x, y, devices);
    this.options.onChanged({ fan: this.#fan, devices, count });
  }
}
