import type { GeoJSONSource, LayerSpecification, Map as BaseMap } from 'maplibre-gl';
import type { Feature, FeatureCollection } from 'geojson';
import type { ColourScheme } from '#lib/device-state-look';
import { fontOf, lowestFleetLayer } from './labels';

export interface OverlayOptions {
  /** Of its source; the ids of its layers begin with it. */
  id: string;
  /** `font` is one that the style has. */
  layers: (source: string, theme: ColourScheme, font: string[]) => LayerSpecification[];
  /** Below names and symbols; otherwise above them. */
  isBelowDevices: boolean;
}

/** Layers of a tool over the base map. They are added again to each style that is loaded. */
export class Overlay {
  #isLoaded = false;
  #data: FeatureCollection = { type: 'FeatureCollection', features: [] };

  constructor(
    private readonly map: BaseMap,
    private readonly options: OverlayOptions,
    private theme: ColourScheme,
    /** Takes it off the map. */
    readonly remove: () => void,
  ) {}

  get isBelowDevices(): boolean {
    return this.options.isBelowDevices;
  }

  show(features: Feature[]): void {
    const isStillEmpty = features.length === 0 && this.#data.features.length === 0;
    this.#data = { type: 'FeatureCollection', features };
    if (this.#isLoaded && !isStillEmpty) {
      void this.map.getSource<GeoJSONSource>(this.options.id)?.setData(this.#data);
    }
  }

  /** Puts source and layers into a style that is loaded. */
  addToStyle(): void {
    const { map } = this;
    const { id, isBelowDevices } = this.options;
    this.removeFromStyle();
    map.addSource(id, { type: 'geojson', data: this.#data, tolerance: 0, maxzoom: 18 });
    const above = isBelowDevices && map.getLayer(lowestFleetLayer) ? lowestFleetLayer : undefined;
    for (const layer of this.#layers()) map.addLayer(layer, above);
    this.#isLoaded = true;
  }

  removeFromStyle(): void {
    const { map } = this;
    this.#isLoaded = false;
    for (const { id } of this.#layers()) if (map.getLayer(id)) map.removeLayer(id);
    if (map.getSource(this.options.id)) map.removeSource(this.options.id);
  }

  styleGone(): void {
    this.#isLoaded = false;
  }

  /** An online style stays when the theme changes. */
  setTheme(theme: ColourScheme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    if (!this.#isLoaded) return;
    for (const { id, paint = {} } of this.#layers()) {
      for (const [name, value] of Object.entries(paint)) {
        this.map.setPaintProperty(id, name as never, value as never);
      }
    }
  }

  #layers(): LayerSpecification[] {
    return this.options.layers(this.options.id, this.theme, fontOf(this.map));
  }
}
