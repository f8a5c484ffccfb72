import type { Map as BaseMap } from 'maplibre-gl';
import type { MapFeed, VisibleSet } from '#engines/fleet';
import type { ColourScheme } from '#lib/device-state-look';
import { covers } from '../engine/coverage';
import { Redraws } from '../engine/software-rendering';
import { viewportOf } from '../engine/viewport-requests';
import { DrawnFleets } from './drawn-fleets';
import type { Fan } from './fan';
import { FleetScene } from './fleet-scene';
import type { MapState } from './map-engine-types';
import { Naming } from './naming';

interface FleetPictureOptions {
  map: BaseMap;
  feed: MapFeed;
  theme: ColourScheme;
  /** Whether the map shows what it is meant to show. */
  isFramed: () => boolean;
}

/** The devices on the map: their symbols and their names. */
export class FleetPicture {
  #visible: VisibleSet | null = null;
  readonly scene: FleetScene;
  readonly naming: Naming;
  readonly #map: BaseMap;
  readonly #drawnFleets = new DrawnFleets();

  constructor({ map, feed, theme, isFramed }: FleetPictureOptions) {
    this.#map = map;
    const redraws = new Redraws(map);
    this.naming = new Naming(map, redraws, feed, () => this.#visible);
    this.scene = new FleetScene(theme, redraws, ({ viewport, generation }) => {
      if (isFramed() && covers(viewport, viewportOf(map))) this.#drawnFleets.drawn(generation);
    });
  }

  get visible(): VisibleSet | null {
    return this.#visible;
  }

  show(set: VisibleSet, fan: Fan | null): void {
    this.#visible = set;
    this.scene.show(set, fan);
    this.naming.soon();
  }

  /** Spreads out the devices of a stack, or (null) puts them back. */
  spread(fan: Fan | null): void {
    if (this.#visible) this.scene.show(this.#visible, fan);
  }

  state(): MapState {
    const visible = this.#visible;
    return {
      generation: visible?.generation ?? null,
      singles: visible?.singles.slot.length ?? 0,
      clusters: visible?.clusters.count.length ?? 0,
      devices: (visible?.drawn ?? 0) + (visible?.selected ? 1 : 0),
      zoom: this.#map.getZoom(),
    };
  }

  /** Calls back after the first frame that shows the whole of each new fleet. */
  onFleetDrawn(listener: (generation: number) => void): () => void {
    return this.#drawnFleets.add(listener);
  }
}
