import type { GeoJSONSource, Map as BaseMap } from 'maplibre-gl';
import { degreesEast } from '#shared/history/distance';

interface Place {
  longitude: number;
  latitude: number;
}

const name = 'track-highlight';

/** A wide line below the tracks, which marks a part of one. */
export class TrackHighlight {
  #line: readonly Place[] = [];

  constructor(private readonly map: BaseMap) {}

  /** Puts the line into a style that has just been loaded, below the layer `above`. */
  addTo(above: string | undefined): void {
    const { map } = this;
    if (map.getSource(name)) return;
    map.addSource(name, { type: 'geojson', data: dataOf(this.#line) });
    map.addLayer(
      {
        id: name,
        type: 'line',
        source: name,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': '#ffc53d', 'line-width': 13, 'line-opacity': 0.75 },
      },
      above,
    );
  }

  set(line: readonly Place[] | null): void {
    this.#line = line ?? [];
    void this.map.getSource<GeoJSONSource>(name)?.setData(dataOf(this.#line));
  }
}

function dataOf(line: readonly Place[]): GeoJSON.GeoJSON {
  let last = 0;
  const coordinates = line.map(({ longitude, latitude }) => {
    // The shorter way to the next place, also across 180°.
    last += degreesEast(last, longitude);
    return [last, latitude];
  });
  return coordinates.length < 2
    ? { type: 'FeatureCollection', features: [] }
    : { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}
