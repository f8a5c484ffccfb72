import type { JumpToOptions, Map as BaseMap, MapMovementEvent } from 'maplibre-gl';
import {
  boundsOf,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  type MercatorBounds,
} from '#shared/domain/mercator';
import { isDrawnBySoftware } from '#lib/webgl';
import { projectNear } from './viewport';

/** What the camera shows, to be restored later. */
export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
  bearing: number;
}

/** A place on the Mercator square. */
export interface Place {
  x: number;
  y: number;
}

/** The streets around a device are shown from this zoom on; a box of one device is shown at it. */
export const streetZoom = 15;
/** The margin around a box as a share of the map. */
const fitMargin = 0.1;
/** What is left out on each side is at most this share, so that a low map shows the box at all. */
const mostMargin = 0.3;
const easeMs = 450;
/** A place that is nearer to an edge of the visible part than this share of it is brought to the middle. */
const edgeShare = 0.33;

/** Room for names beside the buttons, and for the scale and the sources along the bottom, pixels. */
const toolsPx = 72;
/** Half of a sign or an arrow at the edge of a box: no button or legend may cover it. */
const signPx = 14;
const footPx = 38;

type Aim =
  /** `zoom`: until it is reached; `isLoose`: the place only has to be on the visible part, not in its middle. */
  | { kind: 'place'; place: Place; zoom: number | null; isLoose: boolean }
  | { kind: 'box'; box: MercatorBounds; maxZoom: number };

/**
 * The one rule for what a map shows. The camera has an aim until the user moves the map: a place, which is in
 * the middle of the part of the map that no button, panel or text covers, or a box, which is all within it.
 * When that part changes, because a pane opens or the window is resized, the aim is shown again.
 */
export class Camera {
  #aim: Aim | null = null;
  #isPinned = false;
  /** Without a graphics card a movement would be a few jumps that keep the window from everything else. */
  readonly #isSlow: boolean;

  constructor(
    private readonly map: BaseMap,
    private readonly isMotionReduced: () => boolean,
    /** The user moved the map; zooming does not move it away from a pinned place. */
    private readonly onMoved: () => void = () => {},
  ) {
    this.#isSlow = isDrawnBySoftware(map.getCanvas());
    map.on('movestart', this.#touched);
    map.on('dragstart', this.#touched);
    map.on('moveend', ({ originalEvent }) => {
      const aim = this.#aim;
      const isReached = aim?.kind === 'place' && Math.abs(this.#zoom() - map.getZoom()) < 0.01;
      if (isReached) aim.zoom = null;
      // A double click zooms around the pointer.
      if (this.#isPinned && originalEvent) this.#showAim(true);
    });
    // A movement that is under way ends for the size at which it began.
    map.on('resize', () => this.#showAim(map.isMoving()));
  }

  readonly #touched = ({ type, originalEvent }: MapMovementEvent) => {
    if (!originalEvent) return;
    const cause: unknown = originalEvent;
    const isArrow = cause instanceof KeyboardEvent && cause.key.startsWith('Arrow');
    if (this.#isPinned && type !== 'dragstart' && !isArrow) {
      if (this.#aim?.kind === 'place') this.#aim.zoom = null;
      return;
    }
    this.release();
    this.onMoved();
  };

  /** Brings a place to the middle, at `leastZoom` or closer: zooms in if necessary, never out. */
  centre(place: Place, leastZoom = 0): void {
    const zoom = Math.max(this.#zoom(), leastZoom);
    this.#aim = { kind: 'place', place, zoom, isLoose: false };
    this.#showAim(true);
  }

  /** A place that is on the visible part stays there, wherever it is now. */
  hold(place: Place): void {
    this.#aim = { kind: 'place', place, zoom: null, isLoose: true };
  }

  /** The place of the aim moved, or another one became it: brings it to the middle if it leaves the visible part. */
  keepInView(place: Place): void {
    if (this.#aim?.kind === 'place') this.#aim.place = place;
    else this.hold(place);
    if (!this.#isInView(place)) this.#showPlace(place, true);
  }

  /** Keeps the place of the aim in the middle while the user zooms. */
  pin(isOn: boolean): void {
    this.#isPinned = isOn;
    // Otherwise each wheel step would move the place away from the middle.
    this.map.scrollZoom.disable();
    this.map.scrollZoom.enable(isOn ? { around: 'center' } : undefined);
  }

  /** Shows a whole box. */
  fit(box: MercatorBounds, { isAnimated = true, maxZoom = streetZoom } = {}): void {
    this.#aim = { kind: 'box', box, maxZoom };
    this.#showAim(isAnimated);
  }

  /** Zooms in until a cluster separates. */
  expand(place: Place, zoom: number): void {
    this.release();
    this.#go({ center: centreOf(place), zoom }, true);
  }

  zoomBy(steps: number): void {
    const zoom = this.#zoom() + steps;
    if (this.#aim?.kind === 'place') {
      this.#aim.zoom = zoom;
      this.#showPlace(this.#aim.place, true);
      return;
    }
    this.release();
    this.#go({ zoom, padding: this.map.getPadding() }, true);
  }

  /** Other parts of the map are covered. */
  coverChanged(): void {
    this.#showAim(true);
  }

  /** The view stays as it is, whatever opens or closes beside it. */
  release(): void {
    this.#aim = null;
  }

  view(): MapView {
    const { lng, lat } = this.map.getCenter();
    const { map } = this;
    return { longitude: lng, latitude: lat, zoom: map.getZoom(), bearing: map.getBearing() };
  }

  setView({ longitude, latitude, zoom, bearing }: MapView, isAnimated = false): void {
    this.release();
    this.#go({ center: [longitude, latitude], zoom, bearing }, isAnimated);
  }

  /** The zoom at which a movement under way ends, or the current one. */
  #zoom(): number {
    const end = this.#aim?.kind === 'place' ? this.#aim.zoom : null;
    return end ?? this.map.getZoom();
  }

  #showAim(isAnimated: boolean): void {
    const aim = this.#aim;
    if (aim?.kind === 'box') this.#showBox(aim, isAnimated);
    else if (aim && !(aim.isLoose && this.#isInView(aim.place))) {
      this.#showPlace(aim.place, isAnimated);
    }
  }

  #showPlace(place: Place, isAnimated: boolean): void {
    this.#go({ center: centreOf(place), zoom: this.#zoom() }, isAnimated);
  }

  #showBox({ box, maxZoom }: Extract<Aim, { kind: 'box' }>, isAnimated: boolean): void {
    const { map } = this;
    const { width, height } = this.#size();
    const margin = fitMargin * Math.min(width, height);
    const insets = insetsOf(this.map.getContainer());
    // As wide on both sides, so that the middle of the box is in the middle of the map.
    const across = Math.max(margin, toolsPx, insets.left + signPx, insets.right + signPx);
    const down = Math.max(margin, footPx, insets.top + signPx, insets.bottom + signPx);
    const [left, top] = [Math.min(across, mostMargin * width), Math.min(down, mostMargin * height)];
    const camera = map.cameraForBounds(
      [
        [longitudeOf(box.west), latitudeOf(box.south)],
        [longitudeOf(box.east), latitudeOf(box.north)],
      ],
      {
        padding: { top, left, right: left, bottom: top },
        absolutePadding: true,
        maxZoom,
      },
    );
    if (camera) this.#go({ ...camera, bearing: 0 }, isAnimated);
  }

  #isInView({ x, y }: Place): boolean {
    const { map } = this;
    const place = { longitude: longitudeOf(x), latitude: latitudeOf(y) };
    const at = projectNear(map, place, map.getCenter().lng);
    const { width, height } = this.#size();
    const { left, right, top, bottom } = insetsOf(this.map.getContainer());
    const [across, down] = [width - left - right, height - top - bottom];
    return (
      Math.abs(at.x - left - across / 2) <= (0.5 - edgeShare) * across &&
      Math.abs(at.y - top - down / 2) <= (0.5 - edgeShare) * down
    );
  }

  #size(): { width: number; height: number } {
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    return { width, height };
  }

  /** `padding`: what is left out of the map for its middle; absent: what covers it. */
  #go(to: JumpToOptions, isAnimated: boolean): void {
    const camera = { padding: insetsOf(this.map.getContainer()), ...to };
    const isJump = !isAnimated || this.#isSlow || this.isMotionReduced();
    if (isJump) this.map.jumpTo(camera);
    else this.map.easeTo({ ...camera, duration: easeMs });
  }
}

const centreOf = ({ x, y }: Place): [number, number] => [longitudeOf(x), latitudeOf(y)];

export const placeAt = (at: { longitude: number; latitude: number }): Place => ({
  x: mercatorX(at.longitude),
  y: mercatorY(at.latitude),
});

/** The smallest box around places, across 180° if that is smaller; null without any. */
export function boxAround(
  places: readonly { longitude: number; latitude: number }[],
): MercatorBounds | null {
  const x = Float64Array.from(places, ({ longitude }) => mercatorX(longitude));
  const y = Float64Array.from(places, ({ latitude }) => mercatorY(latitude));
  return boundsOf(x, y, x.keys());
}

/** How far what lies on the map covers it from each side, pixels. */
interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Elements on the map: buttons, panels, legend, the scale and the sources. */
const covering = '[data-covers-map], .maplibregl-ctrl';
/** For what covers more than this share of the map from every side, making room would gain nothing. */
const mostShare = 0.5;

function coveringOf(container: HTMLElement): DOMRect[] {
  // The elements are beside the container or in it.
  const frame = container.parentElement ?? container;
  return Array.from(frame.querySelectorAll(covering), (each) => each.getBoundingClientRect());
}

/** How far a map is covered now. */
const insetsOf = (container: HTMLElement) =>
  insetsIn(container.getBoundingClientRect(), coveringOf(container));

/** What covers a map now, in its own pixels. */
export function coversOf(container: HTMLElement): Rect[] {
  const { left: x, top: y } = container.getBoundingClientRect();
  return coveringOf(container).map(({ left, right, top, bottom }) => ({
    left: left - x,
    right: right - x,
    top: top - y,
    bottom: bottom - y,
  }));
}

/** Each element covers the map from the side where that takes the fewest pixels. */
export function insetsIn(map: Rect, elements: readonly Rect[]): Insets {
  const insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  const [width, height] = [map.right - map.left, map.bottom - map.top];
  for (const { left, right, top, bottom } of elements) {
    const isOnMap = left < map.right && right > map.left && top < map.bottom && bottom > map.top;
    if (right <= left || bottom <= top || !isOnMap) continue;
    const sides = [
      { side: 'left', px: right - map.left, of: width },
      { side: 'right', px: map.right - left, of: width },
      { side: 'top', px: bottom - map.top, of: height },
      { side: 'bottom', px: map.bottom - top, of: height },
    ] as const;
    const [nearest] = sides
      .filter(({ px, of }) => px <= mostShare * of)
      .toSorted((a, b) => a.px - b.px);
    if (nearest) insets[nearest.side] = Math.max(insets[nearest.side], nearest.px);
  }
  return insets;
}
