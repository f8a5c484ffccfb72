import type { Feature } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import type { Coordinates } from '#shared/domain/coordinates';
import { cutAtAntimeridian, isFillable, outline } from './measure';
import { Overlay } from './overlay';
import type { Ruler } from './ruler';

const inks = {
  light: { line: '#8a1c6b', halo: '#ffffff' },
  dark: { line: '#ff9ad8', halo: '#0b0f14' },
} as const;

/** The ruler on the map: the line, its points, the enclosed area, and the line to the pointer. */
export class RulerLayer extends Overlay {
  protected override layers(source: string): LayerSpecification[] {
    const { line, halo } = inks[this.theme];
    const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
    const ofKind = (kind: string) => ['==', ['get', 'kind'], kind] as ['==', unknown, string];
    return [
      {
        id: `${source}-area`,
        type: 'fill',
        source,
        filter: ofKind('area') as never,
        paint: { 'fill-color': line, 'fill-opacity': 0.15 },
      },
      {
        id: `${source}-halo`,
        type: 'line',
        source,
        filter: ofKind('line') as never,
        layout: round,
        paint: { 'line-color': halo, 'line-width': 5, 'line-opacity': 0.8 },
      },
      {
        id: `${source}-line`,
        type: 'line',
        source,
        filter: ofKind('line') as never,
        layout: round,
        paint: { 'line-color': line, 'line-width': 2.5 },
      },
      {
        id: `${source}-preview`,
        type: 'line',
        source,
        filter: ofKind('preview') as never,
        paint: { 'line-color': line, 'line-width': 2, 'line-dasharray': [2, 2] },
      },
      {
        id: `${source}-points`,
        type: 'circle',
        source,
        filter: ofKind('point') as never,
        paint: {
          'circle-radius': 5,
          'circle-color': halo,
          'circle-stroke-color': line,
          'circle-stroke-width': 2.5,
        },
      },
    ];
  }

  /** Draws the ruler, and a line to the place of the pointer; null: none. */
  showRuler({ points, isClosed }: Ruler, pointer: Coordinates | null): void {
    const whole = outline(points, isClosed);
    const last = points.at(-1);
    const preview = last && pointer ? outline([last, pointer], false) : [];
    const features: Feature[] = [
      lines('line', cutAtAntimeridian(whole)),
      lines('preview', cutAtAntimeridian(preview)),
      ...points.map(({ latitude, longitude }): Feature => ({
        type: 'Feature',
        properties: { kind: 'point' },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    ];
    if (isClosed && isFillable(whole)) {
      features.unshift({
        type: 'Feature',
        properties: { kind: 'area' },
        geometry: { type: 'Polygon', coordinates: [whole] },
      });
    }
    this.show(points.length === 0 ? [] : features);
  }
}

const lines = (kind: string, coordinates: [number, number][][]): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type: 'MultiLineString', coordinates },
});
