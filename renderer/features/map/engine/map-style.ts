import type { Map as BaseMap, StyleSpecification } from 'maplibre-gl';

/** A style, or the address of one. */
export type StyleSource = StyleSpecification | string;

export interface MapStyleOptions {
  /** The style that the map already has. */
  first: StyleSource;
  /** The style to show now. */
  current: () => StyleSource;
  /** The style is loaded: our own layers have to be added to it. */
  onLoaded: () => void;
  /** The style was removed, with our layers in it. */
  onUnloaded?: () => void;
  /** A style could not be loaded; `current` may return another one afterwards. */
  onFailed: () => void;
}

/** Loads the base style of a map, and replaces it when another one has to be shown. */
export class MapStyle {
  #shown: string | undefined;
  #isLoaded = false;

  constructor(
    private readonly map: BaseMap,
    private readonly options: MapStyleOptions,
  ) {
    this.#shown = nameOf(options.first);
    map.on('style.load', this.#loaded);
    map.on('error', this.#failed);
    map.on('webglcontextlost', this.#unloaded);
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Shows `current` if it is another style. */
  refresh(): void {
    const style = this.options.current();
    if (nameOf(style) === this.#shown) return;
    this.#shown = nameOf(style);
    this.#unloaded();
    this.map.setStyle(style, { diff: false });
  }

  readonly #loaded = () => {
    this.#isLoaded = true;
    // An online style may set a globe; our own layers are placed on the flat map.
    this.map.setProjection({ type: 'mercator' });
    this.options.onLoaded();
  };

  readonly #unloaded = () => {
    this.#isLoaded = false;
    this.options.onUnloaded?.();
  };

  /** A missing tile or font leaves a gap; a missing style leaves an empty map. */
  readonly #failed = () => {
    if (this.#isLoaded || this.map.isStyleLoaded()) return;
    this.options.onFailed();
    this.refresh();
  };
}

/** What identifies a style: its address, or its own name. */
const nameOf = (style: StyleSource) => (typeof style === 'string' ? style : style.name);
