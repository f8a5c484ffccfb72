import type { Map as BaseMap, MapMouseEvent } from 'maplibre-gl';
import type { MapDevice, MapFeed, VisibleSet } from '#engines/fleet';
import { worldPixels } from '#shared/domain/mercator';
import type { Clicks } from './clicks';
import { hitTest, type Hit } from './hit';
import { currentFormat } from '#lib/use-format';
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
