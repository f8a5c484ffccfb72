import type { GeoJSONSource, LayerSpecification, Map as BaseMap } from 'maplibre-gl';
import type { Feature, FeatureCollection } from 'geojson';
import type { ColourScheme } from '#lib/device-state-look';

/** Layers of a tool over the base map. They are added again to each style that is loaded. */
export abstract class Overlay {
  #isLoaded = false;
  #data: FeatureCollection = { type: 'FeatureCollection', features: [] };

  constructor(
    protected readonly map: BaseMap,
    /** Of its source; the ids of its layers begin with it. */
    private readonly id: string,
    protected theme: ColourScheme,
  ) {}

  protected abstract layers(source: string): LayerSpecification[];

  /** Puts source and layers into a style that has just been loaded. */
  addTo(theme: ColourScheme): void {
    const { map, id } = this;
    this.theme = theme;
    const layers = this.layers(id);
    for (const { id: layer } of layers) if (map.getLayer(layer)) map.removeLayer(layer);
    if (!map.getSource(id)) {
      map.addSource(id, { type: 'geojson', data: this.#data, tolerance: 0, maxzoom: 18 });
    }
    for (const layer of layers) map.addLayer(layer);
    this.#isLoaded = true;
    this.show(this.#data.features);
  }

  styleGone(): void {
    this.#isLoaded = false;
  }

  setTheme(theme: ColourScheme): void {
    if (this.#isLoaded && theme !== this.theme) this.#paint(theme);
    this.theme = theme;
  }

  protected show(features: Feature[]): void {
    const isStillEmpty = features.length === 0 && this.#data.features.length === 0;
    this.#data = { type: 'FeatureCollection', features };
    if (this.#isLoaded && !isStillEmpty) {
      void this.map.getSource<GeoJSONSource>(this.id)?.setData(this.#data);
    }
  }

  /** An online style stays when the theme changes. */
  #paint(theme: ColourScheme): void {
    this.theme = theme;
    for (const { id, paint = {} } of this.layers(this.id)) {
      for (const [name, value] of Object.entries(paint))
        this.map.setPaintProperty(id, name as never, value as never);
    }
  }
}
