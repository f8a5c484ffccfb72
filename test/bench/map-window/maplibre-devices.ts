import type {
  CustomLayerInterface,
  GeoJSONSourceDiff,
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as BaseMap,
} from 'maplibre-gl';
import type { Feature, Point } from 'geojson';
import { latitudeOf, longitudeOf, type VisibleSet } from '#features/fleet-data';
import type { ColourScheme } from '../../../renderer/lib/device-state-look';
import { symbolCell, type Atlas } from '../../../renderer/features/map/fleet/atlas';
import { flagCritical } from '#shared/fleet/columns';
import { drawn, probe, received } from './probe';
import type { WholeScene } from './scene-whole';
import { addImages, source } from './symbols';

/** A device as a feature; its slot is its id. */
export function deviceFeature(singles: VisibleSet['singles'], i: number): Feature<Point> {
  const state = singles.state[i]!;
  const course = singles.course[i]!;
  const cell = symbolCell(state, course);
  return {
    type: 'Feature',
    id: singles.slot[i]!,
    properties: {
      state,
      cell: `cell-${cell}`,
      course: cell === 0 ? course : 0,
      isCritical: (singles.flags[i]! & flagCritical) !== 0,
    },
    geometry: {
      type: 'Point',
      coordinates: [longitudeOf(singles.x[i]!), latitudeOf(singles.y[i]!)],
    },
  };
}

/** The change that turns one feature into the other. */
export function updateOf({ id, geometry, properties }: Feature<Point>) {
  const changed = Object.entries(properties ?? {}).map(([key, value]: [string, unknown]) => ({
    key,
    value,
  }));
  return { id: id!, newGeometry: geometry, addOrUpdateProperties: changed };
}

/** The differences between two ways of drawing devices with MapLibre's own layers. */
export interface DeviceLayers {
  source: GeoJSONSourceSpecification;
  layers: (theme: ColourScheme) => LayerSpecification[];
  /** The data for a visible set: all of it, or the difference from the previous set. */
  dataOf: (visible: VisibleSet) => { features: Feature<Point>[] } | { diff: GeoJSONSourceDiff };
}

/**
 * Replaces the app's own layer: a layer that draws nothing, manages a source and its layers below,
 * and reports when its data is drawn.
 */
export class MapLibreDevices implements CustomLayerInterface {
  readonly id = 'fleet';
  readonly type = 'custom';
  readonly renderingMode = '2d';
  onDrawn: (scene: WholeScene) => void = () => {};
  #map: BaseMap | null = null;
  #scene: WholeScene | null = null;
  #isPending = false;
  #isReady = false;
  #look: { atlas: Atlas; theme: ColourScheme } | null = null;

  constructor(private readonly of: DeviceLayers) {}

  setScene(scene: WholeScene): void {
    this.#scene = scene;
    this.#isPending = true;
    const data = this.of.dataOf(scene.visible);
    const target = this.#map?.getSource<GeoJSONSource>(source);
    received('features' in data ? data.features.length : (data.diff.update?.length ?? 0));
    if ('diff' in data) void target?.updateData(data.diff);
    else if (target) void target.setData({ type: 'FeatureCollection', features: data.features });
    else this.#first = data.features;
  }

  #first: Feature<Point>[] = [];

  setAtlas(atlas: Atlas, theme: ColourScheme): void {
    this.#look = { atlas, theme };
    // The style is already being replaced.
    setTimeout(() => this.#addLayers(), 0);
  }

  onAdd(map: BaseMap): void {
    this.#map = map;
    probe.map = map;
  }

  onRemove(): void {
    this.#map = null;
  }

  render(gl: WebGL2RenderingContext): void {
    const scene = this.#scene;
    if (!this.#isReady || !scene || !this.#map?.isSourceLoaded(source)) return;
    if (this.#isPending) {
      this.#isPending = false;
      drawn(gl);
    }
    this.onDrawn(scene);
  }

  #addLayers(): void {
    const map = this.#map;
    if (!map || !this.#look || map.getSource(source)) return;
    addImages(map, this.#look.atlas, this.#look.theme);
    const data = { type: 'FeatureCollection', features: this.#first } as const;
    map.addSource(source, { ...this.of.source, data });
    for (const layer of this.of.layers(this.#look.theme)) map.addLayer(layer, this.id);
    this.#first = [];
    this.#isReady = true;
  }
}
