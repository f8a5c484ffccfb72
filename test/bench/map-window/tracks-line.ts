import type {
  CustomLayerInterface,
  GeoJSONSource,
  LayerSpecification,
  Map as BaseMap,
} from 'maplibre-gl';
import type { Feature, FeatureCollection, Point } from 'geojson';
import { latitudeOf, longitudeOf } from '#features/fleet-data';
import type { ColourScheme } from '../../../renderer/lib/device-state-look';
import { joins, type TrackPicture } from '../../../renderer/features/map/track/track-types';
import { drawn, received } from './probe';

// The pieces from the track worker as lines of MapLibre: joined if they have the same colour, one
// feature for each colour, and points for the direction marks.

const linesId = 'bench-lines';
const marksId = 'bench-marks';
const numbers = 8;
const drawnMark = 'waypost tracks drawn';
const inks = {
  light: { casing: '#ffffff', ink: '#1b2129' },
  dark: { casing: '#0b0f14', ink: '#f2f5f8' },
};

type Run = [number, number][];

function linesOf({ pieces, origin }: TrackPicture): FeatureCollection {
  const byLook = new Map<string, { colour: string; isDashed: boolean; runs: Run[] }>();
  let run: Run = [];
  let last = '';
  let endX = Number.NaN;
  let endY = Number.NaN;
  for (let i = 0; i < pieces.length; i += numbers) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, red = 0, green = 0, blue = 0, how = 0] = pieces.subarray(
      i,
      i + numbers,
    );
    const byte = (share: number) => Math.round(share * 255);
    const colour = `rgb(${byte(red)},${byte(green)},${byte(blue)})`;
    const look = `${colour} ${how}`;
    const place = (x: number, y: number): [number, number] => [
      longitudeOf(origin.x + x),
      latitudeOf(origin.y + y),
    ];
    // Pieces are ordered from the end of a track to its beginning.
    if (look !== last || x1 !== endX || y1 !== endY) {
      run = [place(x1, y1)];
      const group = byLook.get(look) ?? { colour, isDashed: how === joins.gap, runs: [] };
      byLook.set(look, group);
      group.runs.push(run);
    }
    run.push(place(x0, y0));
    last = look;
    endX = x0;
    endY = y0;
  }
  return {
    type: 'FeatureCollection',
    features: [...byLook.values()].map(({ colour, isDashed, runs }) => ({
      type: 'Feature',
      properties: { colour, isDashed },
      geometry: { type: 'MultiLineString', coordinates: runs },
    })),
  };
}

function marksOf({ marks, origin }: TrackPicture): FeatureCollection<Point> {
  const features: Feature<Point>[] = [];
  for (let i = 0; i < marks.length; i += 3) {
    features.push({
      type: 'Feature',
      properties: { angle: (marks[i + 2]! * 180) / Math.PI },
      geometry: {
        type: 'Point',
        coordinates: [longitudeOf(origin.x + marks[i]!), latitudeOf(origin.y + marks[i + 1]!)],
      },
    });
  }
  return { type: 'FeatureCollection', features };
}

function chevron(ink: string, halo: string): ImageData {
  const ratio = window.devicePixelRatio;
  const side = Math.ceil(14 * ratio);
  const pen = new OffscreenCanvas(side, side).getContext('2d')!;
  pen.setTransform(ratio, 0, 0, ratio, side / 2, side / 2);
  const path = new Path2D('M-3.4 2.2 0 -3.2 3.4 2.2');
  for (const [width, colour] of [
    [5, halo],
    [2, ink],
  ] as const) {
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.stroke(path);
  }
  return pen.getImageData(0, 0, side, side);
}

function layersOf(theme: ColourScheme): LayerSpecification[] {
  const line = (id: string, isDashed: boolean): LayerSpecification => ({
    id,
    type: 'line',
    source: linesId,
    filter: ['==', ['get', 'isDashed'], isDashed],
    layout: { 'line-cap': isDashed ? 'butt' : 'round', 'line-join': 'round' },
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': 3.4,
      ...(isDashed ? { 'line-dasharray': [1.5, 1.5] } : {}),
    },
  });
  return [
    {
      id: 'bench-casing',
      type: 'line',
      source: linesId,
      filter: ['!', ['get', 'isDashed']],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': inks[theme].casing, 'line-width': 6 },
    },
    line('bench-dashed', true),
    line('bench-solid', false),
    {
      id: marksId,
      type: 'symbol',
      source: marksId,
      layout: {
        'icon-image': 'bench-chevron',
        'icon-rotate': ['get', 'angle'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
      },
    },
  ];
}

/** Replaces the app's own layer: a layer that draws nothing and manages the lines. */
export class TrackLayer implements CustomLayerInterface {
  readonly id = 'tracks';
  readonly type = 'custom';
  readonly renderingMode = '2d';
  pieces = 0;
  #map: BaseMap | null = null;
  #picture: TrackPicture | null = null;
  #theme: ColourScheme = 'light';
  #isPending = false;

  setPicture(picture: TrackPicture): void {
    this.#picture = picture;
    this.#isPending = true;
    this.pieces = picture.pieces.length / numbers;
    received(this.pieces);
    this.#send();
  }

  setTheme(theme: ColourScheme): void {
    this.#theme = theme;
  }

  onAdd(map: BaseMap): void {
    this.#map = map;
    // The style is already being replaced.
    setTimeout(() => this.#addLayers(), 0);
  }

  onRemove(): void {
    this.#map = null;
  }

  render(gl: WebGL2RenderingContext): void {
    const map = this.#map;
    if (!this.#isPending || !map?.getSource(linesId)) return;
    if (!map.isSourceLoaded(linesId) || !map.isSourceLoaded(marksId)) return;
    this.#isPending = false;
    drawn(gl);
    performance.clearMarks(drawnMark);
    performance.mark(drawnMark, { detail: { pieces: this.pieces } });
  }

  #addLayers(): void {
    const map = this.#map;
    if (!map || map.getSource(linesId)) return;
    const data: FeatureCollection = { type: 'FeatureCollection', features: [] };
    const { casing, ink } = inks[this.#theme];
    const pixelRatio = window.devicePixelRatio;
    map.addImage('bench-chevron', chevron(ink, casing), { pixelRatio });
    map.addSource(linesId, { type: 'geojson', data, maxzoom: 18 });
    map.addSource(marksId, { type: 'geojson', data, maxzoom: 18 });
    for (const layer of layersOf(this.#theme)) map.addLayer(layer, this.id);
    this.#send();
  }

  #send(): void {
    const picture = this.#picture;
    const lines = this.#map?.getSource<GeoJSONSource>(linesId);
    if (!picture || !lines) return;
    void lines.setData(linesOf(picture));
    void this.#map?.getSource<GeoJSONSource>(marksId)?.setData(marksOf(picture));
  }
}
