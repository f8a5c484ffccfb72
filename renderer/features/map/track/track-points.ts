import type { ExpressionSpecification, GeoJSONSource, Map as BaseMap } from 'maplibre-gl';
import type { ColourScheme } from '#lib/device-state-look';

/** Something at one place that can be selected: a stop, an alert. */
export interface TrackPoint {
  id: string;
  longitude: number;
  latitude: number;
  colour: string;
  isSelected: boolean;
  /** One of very many points, which would hide the track: drawn small when zoomed out. */
  isOneOfMany: boolean;
}

/** The layer and the source of the points: the tracks are drawn below this layer. */
export const pointLayer = 'track-points';

const reachPx = 6;

/** The points beside the tracks. */
export class TrackPoints {
  #points: readonly TrackPoint[] = [];

  constructor(private readonly map: BaseMap) {}

  get all(): readonly TrackPoint[] {
    return this.#points;
  }

  /** Puts the points into a style that has just been loaded. */
  addTo(theme: ColourScheme): void {
    const { map } = this;
    if (!map.getSource(pointLayer)) {
      map.addSource(pointLayer, {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [] },
      });
      map.addLayer({
        id: pointLayer,
        type: 'circle',
        source: pointLayer,
        paint: {
          'circle-radius': byZoom(size(9, 2, 6), size(9, 6, 6)),
          'circle-color': ['get', 'colour'],
          'circle-stroke-width': byZoom(size(3, 0, 1.5), size(3, 1.5, 1.5)),
          'circle-stroke-color': theme === 'light' ? '#ffffff' : '#0b0f14',
        },
      });
    }
    this.set(this.#points);
  }

  set(points: readonly TrackPoint[]): void {
    this.#points = points;
    void this.map.getSource<GeoJSONSource>(pointLayer)?.setData({
      type: 'FeatureCollection',
      features: points.map(({ longitude, latitude, ...properties }) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    });
  }

  /** The id of the topmost point at a place on screen; null if there is none. */
  idAt({ x, y }: { x: number; y: number }): string | null {
    if (!this.map.getLayer(pointLayer)) return null;
    const [feature] = this.map.queryRenderedFeatures(
      [
        [x - reachPx, y - reachPx],
        [x + reachPx, y + reachPx],
      ],
      { layers: [pointLayer] },
    );
    const id: unknown = feature?.properties.id;
    return typeof id === 'string' ? id : null;
  }
}

/** A size in pixels: of the selected point, of one of many, and of any other. */
const size = (selected: number, ofMany: number, usual: number): ExpressionSpecification => [
  'case',
  ['get', 'isSelected'],
  selected,
  ['get', 'isOneOfMany'],
  ofMany,
  usual,
];

const byZoom = (
  far: ExpressionSpecification,
  near: ExpressionSpecification,
): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], 7, far, 12, near];
