import type { Feature } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Coordinates } from '#shared/domain/coordinates';
import {
  boundsOf,
  centreOf,
  polygonsOf,
  type LonLat,
  type Place,
  placeColour,
} from '#shared/domain/places';
import { metresBetween } from '#shared/history/distance';
import { mercatorX, mercatorY, worldPixels, type Viewport } from '#shared/domain/mercator';
import type { MapEngine, OverlayOptions } from '#engines/map';
import { useOverlay, type MapStore } from '#features/map';
import { useSettings } from '#features/settings';
import type { ColourScheme } from '#lib/device-state-look';
import { placeDrawn, useReshapedPlace } from './place-dialog';
import { usePlaces } from './places';

/** Two points are the middle and the edge of a circle; more are the corners of a polygon. */
export function makePlacesOfMeasured(store: MapStore): void {
  store.setState({
    measuredAction: {
      name: 'places.fromMeasured',
      title: 'places.fromMeasured.title',
      run: (points) => {
        placeDrawn(shapeOf(points));
        store.setState({ ruler: null });
      },
    },
  });
  // Who ends the ruler without an area goes on with the one before.
  store.subscribe(({ ruler }, before) => {
    if (before.ruler && !ruler) placeDrawn(null);
  });
}

function shapeOf(points: readonly Coordinates[]): Place['shape'] {
  const corners = points.map(({ longitude, latitude }): LonLat => [longitude, latitude]);
  const [first, second] = points;
  if (points.length > 2) return { kind: 'polygon', rings: [corners] };
  const { latitude, longitude } = first!;
  const radiusM = metresBetween(latitude, longitude, second!.latitude, second!.longitude);
  return { kind: 'circle', centre: corners[0]!, radiusM: Math.max(1, Math.round(radiusM)) };
}

/** Outlines and names of the places in view, below the devices. */
export function PlacesOnMap({ store }: { store: MapStore }) {
  const engine = useStore(store, (state) => state.engine);
  const places = usePlaces();
  const { placesOnMap } = useSettings();
  const reshaped = useReshapedPlace();
  const others = useMemo(
    () => (reshaped ? places.filter(({ id }) => id !== reshaped.id) : places),
    [places, reshaped],
  );
  return engine && placesOnMap && others.length > 0 && <Drawn engine={engine} places={others} />;
}

/** A layout costs a message to MapLibre's worker; the map moves with each frame. */
const restMs = 150;

function Drawn({ engine, places }: { engine: MapEngine; places: readonly Place[] }) {
  const overlay = useOverlay(engine, onMap);
  useEffect(() => {
    if (!overlay) return undefined;
    const draw = () => overlay.show(featuresIn(engine.view(), places));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = engine.onMoved(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        draw();
      }, restMs);
    });
    draw();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [engine, overlay, places]);
  return null;
}

/** A smaller place is a point. */
const leastPx = 8;
/** As wide as its name is. */
const largePx = 80;
/** More places would cover the map, and each other. */
const mostDrawn = 1_500;

/** The places in view, at most so many: the largest ones. */
export function featuresIn(view: Viewport, places: readonly Place[]): Feature[] {
  const pixels = worldPixels(view.zoom);
  const found: { place: Place; px: number }[] = [];
  for (const place of places) {
    const { west, east, south, north } = boundsOf(place);
    const [top, bottom] = [mercatorY(north), mercatorY(south)];
    if (bottom < view.north || top > view.south) continue;
    const width = (east - west) / 360;
    const fromWest = mercatorX(west) - view.west - Math.floor(mercatorX(west) - view.west);
    if (fromWest > view.east - view.west && fromWest + width < 1) continue;
    found.push({ place, px: Math.max(width, bottom - top) * pixels });
  }
  const drawn =
    found.length > mostDrawn ? found.toSorted((a, b) => b.px - a.px).slice(0, mostDrawn) : found;
  return drawn.flatMap(({ place, px }): Feature[] => {
    const properties = { name: place.name, colour: placeColour(place) };
    const [lon, lat] = centreOf(place);
    const at = (latitude: number, isOfArea: boolean): Feature => ({
      type: 'Feature',
      properties: { ...properties, isOfArea, isLarge: px >= largePx },
      geometry: { type: 'Point', coordinates: [lon, latitude] },
    });
    if (px < leastPx) return [at(lat, false)];
    const geometry = { type: 'MultiPolygon' as const, coordinates: polygonsOf(place) };
    // Its name is above it: the devices are in it.
    return [{ type: 'Feature', properties, geometry }, at(boundsOf(place).north, true)];
  });
}

const onMap: OverlayOptions = { id: 'places', layers: placeLayers, isBelowDevices: true };

const inks = {
  light: { text: '#1b1f24', halo: '#ffffff' },
  dark: { text: '#e6edf3', halo: '#0b0f14' },
} as const;

/** Areas with their outlines and names. */
export function placeLayers(
  source: string,
  theme: ColourScheme,
  font: string[],
): LayerSpecification[] {
  const colour = ['get', 'colour'] as unknown as string;
  const isOf = (type: string) => ['==', ['geometry-type'], type] as ['==', unknown, string];
  /** There is room for the name of a large area, and streets give way to it; the others give way to what is there. */
  const nameLayer = (id: string, isLarge: boolean): LayerSpecification => ({
    id,
    type: 'symbol',
    source,
    filter: ['==', ['get', 'isLarge'], isLarge] as never,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': 12,
      'text-allow-overlap': isLarge,
      'text-max-width': 10,
      // Where no symbol is, if there is such a side.
      'text-variable-anchor': ['bottom', 'bottom-left', 'bottom-right', 'left', 'right', 'top'],
      'text-radial-offset': 0.3,
    },
    paint: {
      'text-color': inks[theme].text,
      'text-halo-color': inks[theme].halo,
      'text-halo-width': 1.5,
    },
  });
  return [
    {
      id: `${source}-area`,
      type: 'fill',
      source,
      filter: isOf('Polygon') as never,
      paint: { 'fill-color': colour, 'fill-opacity': theme === 'dark' ? 0.22 : 0.14 },
    },
    {
      id: `${source}-line`,
      type: 'line',
      source,
      filter: isOf('Polygon') as never,
      paint: { 'line-color': colour, 'line-width': 2, 'line-opacity': 0.9 },
    },
    {
      id: `${source}-point`,
      type: 'circle',
      source,
      filter: ['==', ['get', 'isOfArea'], false] as never,
      paint: {
        'circle-radius': 3.5,
        'circle-color': colour,
        'circle-stroke-color': inks[theme].halo,
        'circle-stroke-width': 1,
      },
    },
    nameLayer(`${source}-name`, false),
    nameLayer(`${source}-large-name`, true),
  ];
}
