import type { Map as BaseMap, MapMouseEvent } from 'maplibre-gl';
import type { MapDevice, MapFeed } from '#engines/fleet';
import type { Hit } from './hit';
import { linesOfMembers, mostNames, Tooltip, tooltipLines } from './tooltip';

export interface PointerOptions {
  hitAt: (event: MapMouseEvent) => Hit | null;
  generation: () => number | null;
  /** Devices whose names are known without a request. */
  named: () => readonly MapDevice[];
  onClick: (hit: Hit | null) => void;
  tooltipClass: string;
}

/** Identifies a hit, to notice that the pointer is still on it. */
const keyOf = (hit: Hit | null) => JSON.stringify(hit);

/** Mouse cursor, tooltip and clicks on the map. */
export class Pointer {
  readonly #tooltip: Tooltip;
  #over = keyOf(null);
  #lines: readonly string[] = [];
  #isNaming = true;
  #isFree = true;

  constructor(
    private readonly map: BaseMap,
    private readonly feed: MapFeed,
    private readonly options: PointerOptions,
  ) {
    this.#tooltip = new Tooltip(map.getContainer(), options.tooltipClass);
    map.on('mousemove', this.#moved);
    map.on('mouseout', this.#left);
    map.on('movestart', this.#left);
    map.on('click', this.#clicked);
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

  remove(): void {
    this.#tooltip.remove();
  }

  readonly #clicked = (event: MapMouseEvent) => {
    if (!this.#isFree) return;
    this.#left();
    this.options.onClick(this.options.hitAt(event));
  };

  readonly #left = () => {
    this.#over = keyOf(null);
    if (this.#isFree) this.map.getCanvas().style.cursor = '';
    this.#tooltip.hide();
  };

  readonly #moved = (event: MapMouseEvent) => {
    if (!this.#isFree || this.map.isMoving()) return;
    const hit = this.options.hitAt(event);
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
    if (this.#isNaming) void this.#explain(hit, event.point);
  };

  async #explain(hit: Hit, point: { x: number; y: number }): Promise<void> {
    const over = keyOf(hit);
    const lines = await this.#linesFor(hit);
    // The pointer may have moved on.
    if (over !== this.#over || !this.#isNaming) return;
    this.#lines = lines;
    this.#tooltip.show(lines, point);
  }

  async #linesFor(hit: Hit): Promise<string[]> {
    const { feed, options } = this;
    const generation = options.generation();
    if (generation === null) return [];
    switch (hit.kind) {
      case 'fanned':
      case 'selected':
        return options
          .named()
          .filter(({ slot }) => slot === hit.slot)
          .slice(0, 1)
          .map(({ label }) => label);
      case 'devices': {
        const slots = Uint32Array.from(hit.slots.slice(0, mostNames));
        return tooltipLines(await feed.devices(generation, slots), hit.slots.length);
      }
      case 'cluster': {
        const maxZoom = this.map.getMaxZoom();
        const members = await feed.members(generation, hit.cluster, mostNames, maxZoom);
        return members ? linesOfMembers(members) : [];
      }
    }
  }
}
