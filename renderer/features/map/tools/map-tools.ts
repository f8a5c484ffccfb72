import * as maplibre from 'maplibre-gl';
import type { MapMouseEvent } from 'maplibre-gl';
import type { Coordinates } from '#shared/domain/coordinates';
import type { Viewport } from '#engines/geo';
import type { VisibleSet } from '#engines/fleet';
import { projectNear } from '../engine/project';
import { viewportOf } from '../engine/viewport-requests';
import type { HeatPoints } from './heat';
import type { Captured } from './capture';
import type { Ruler } from './ruler';

interface Point {
  x: number;
  y: number;
}

/** What a tool does with the pointer while it has it. */
export interface PointerTool {
  /** `isNear` tells whether a place is under the pointer too. */
  onClick: (at: Coordinates, isNear: (place: Coordinates) => boolean) => void;
  onDoubleClick: () => void;
}

/** What the map offers to the tools on it. */
export interface MapTools {
  /** The position under the pointer; null when it leaves the map. */
  onPointer(listener: (at: Coordinates | null) => void): () => void;
  onContextMenu(listener: (at: Coordinates, point: Point) => void): () => void;
  /** The map moved, and with it the position of its centre. */
  onMoved(listener: () => void): () => void;
  /** Sends clicks to a tool instead of the devices, until the returned function is called. */
  takePointer(tool: PointerTool): () => void;
  middle(): Coordinates;
  goTo(at: Coordinates): void;
  /** Places an element on the map; the returned function removes it. */
  place(element: HTMLElement, at: Coordinates): () => void;
  showRuler(ruler: Ruler, pointer: Coordinates | null): void;
  /** `devices`: follows the devices on the map; null: no heat. */
  setHeat(heat: HeatPoints | 'devices' | null): void;
  visible(): VisibleSet | null;
  /** What is on screen. */
  view(): Viewport;
  /** A picture of the map as it is, with at least two pixels for each on screen. */
  capture(): Promise<Captured>;
  project(at: Coordinates): Point;
}

interface ToolParts {
  map: maplibre.Map;
  /** Whether the pointer serves the devices. */
  setPointerFree: (isFree: boolean) => void;
  goTo: MapTools['goTo'];
  showRuler: MapTools['showRuler'];
  setHeat: MapTools['setHeat'];
  visible: MapTools['visible'];
  capture: MapTools['capture'];
}

/** A click this near to a point means the point. */
const nearPx = 10;
/** The second click of a double click that ended a tool is not for the devices. */
const doubleClickMs = 400;

export function createMapTools({ map, setPointerFree, ...parts }: ToolParts): MapTools {
  let taken = 0;

  const at = ({ lngLat }: Pick<MapMouseEvent, 'lngLat'>): Coordinates => {
    const { lat, lng } = lngLat.wrap();
    return { latitude: lat, longitude: lng };
  };

  function isNear(event: MapMouseEvent, place: Coordinates): boolean {
    // On whichever copy of the world the pointer is.
    const { x, y } = projectNear(map, place, event.lngLat.lng);
    return Math.hypot(x - event.point.x, y - event.point.y) <= nearPx;
  }

  return {
    ...parts,
    onPointer: (listener) => {
      const moved = (event: MapMouseEvent) => listener(at(event));
      const left = () => listener(null);
      map.on('mousemove', moved);
      map.on('mouseout', left);
      return () => {
        map.off('mousemove', moved);
        map.off('mouseout', left);
      };
    },
    onContextMenu: (listener) => {
      const opened = (event: MapMouseEvent) => {
        event.preventDefault();
        listener(at(event), event.point);
      };
      map.on('contextmenu', opened);
      return () => void map.off('contextmenu', opened);
    },
    onMoved: (listener) => {
      map.on('move', listener);
      return () => void map.off('move', listener);
    },
    takePointer: ({ onClick, onDoubleClick }) => {
      const mine = (taken += 1);
      setPointerFree(false);
      map.getCanvas().style.cursor = 'crosshair';
      const clicked = (event: MapMouseEvent) => onClick(at(event), (place) => isNear(event, place));
      const doubleClicked = (event: MapMouseEvent) => {
        event.preventDefault();
        onDoubleClick();
      };
      const noZoom = (event: MapMouseEvent) => event.preventDefault();
      map.on('click', clicked);
      map.on('dblclick', doubleClicked);
      return () => {
        map.off('click', clicked);
        map.off('dblclick', doubleClicked);
        map.on('dblclick', noZoom);
        map.getCanvas().style.cursor = '';
        setTimeout(() => {
          map.off('dblclick', noZoom);
          if (mine === taken) setPointerFree(true);
        }, doubleClickMs);
      };
    },
    view: () => viewportOf(map),
    middle: () => at({ lngLat: map.getCenter() }),
    place: (element, { latitude, longitude }) => {
      const marker = new maplibre.Marker({ element, anchor: 'bottom' });
      marker.setLngLat([longitude, latitude]).addTo(map);
      // After `addTo`, which makes the element itself an image with a label; here it has a button in it.
      for (const name of ['role', 'aria-label', 'tabindex']) element.removeAttribute(name);
      return () => void marker.remove();
    },
    project: (place) => projectNear(map, place, map.getCenter().lng),
  };
}
