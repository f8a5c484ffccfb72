import type { Map as BaseMap } from 'maplibre-gl';
import type { LabelMode } from '#shared/domain/settings';
import type { ColourScheme } from '#lib/device-state-look';
import type { MapFeed, VisibleSet } from '#engines/fleet';
import type { Redraws } from '../engine/software-rendering';
import { Labels, slotsToName } from './labels';

/** How long the map has to rest before names are laid out. */
const settleMs = 120;
/** And the user, where that takes several slow frames. */
const pauseMs = 1_000;

/** Schedules the layout of names: never while the map moves or the user types, and not for every fix. */
export class Naming {
  readonly #labels: Labels;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastAt = Number.NEGATIVE_INFINITY;
  #isStyleLoaded = false;
  #mode: LabelMode = 'auto';

  constructor(
    private readonly map: BaseMap,
    private readonly redraws: Pick<Redraws, 'layoutMs' | 'untilPause'>,
    private readonly feed: MapFeed,
    private readonly visible: () => VisibleSet | null,
  ) {
    this.#labels = new Labels(map);
  }

  styleLoaded(theme: ColourScheme): void {
    this.#isStyleLoaded = true;
    this.#labels.addTo(theme, this.#mode === 'always');
    this.soon();
  }

  styleGone(): void {
    this.#isStyleLoaded = false;
  }

  setMode(mode: LabelMode): void {
    this.#mode = mode;
    if (this.#isStyleLoaded) this.#labels.setOverlapping(mode === 'always');
    this.soon();
  }

  soon(): void {
    if (this.#timer !== null) return;
    const untilDue = this.#lastAt + this.redraws.layoutMs - performance.now();
    const wait = Math.max(settleMs, untilDue, this.redraws.untilPause(pauseMs));
    this.#timer = setTimeout(() => void this.#name(), wait);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.styleGone();
  }

  async #name(): Promise<void> {
    this.#timer = null;
    const visible = this.visible();
    if (!this.#isStyleLoaded || !visible) return;
    if (this.map.isMoving() || this.redraws.untilPause(pauseMs) > 0) {
      this.soon();
      return;
    }
    this.#lastAt = performance.now();
    const isNaming = this.#mode === 'auto' || this.#mode === 'always';
    const slots = isNaming ? slotsToName(visible) : new Uint32Array(0);
    const devices = slots.length > 0 ? await this.feed.devices(visible.generation, slots) : [];
    // The style may have been removed while the worker answered.
    if (this.#isStyleLoaded) this.#labels.show(devices, visible);
  }
}
