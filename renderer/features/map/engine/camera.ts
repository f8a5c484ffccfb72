import type { JumpToOptions, Map as BaseMap, MapMovementEvent } from 'maplibre-gl';
import { latitudeOf, longitudeOf, type Viewport } from '#features/fleet-data';

/** What the camera looks at, to be kept for the next start. */
export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
  bearing: number;
}

/** Deeper than this a lone device is not shown by "fit all". */
const fitMaxZoom = 14;
/** A device is shown from no farther than this when it is revealed. */
const revealZoom = 12;
/** Part of the window left free around the fleet. */
const fitMargin = 0.1;
const easeMs = 450;

/** The column of buttons on the right, and the scale and the sources along the bottom, pixels. */
const toolsPx = 72;
const footPx = 38;

/** Room around a fitted fleet, so that no symbol lies below a button; the middle stays the middle. */
function paddingFor(width: number, height: number) {
  const margin = fitMargin * Math.min(width, height);
  const [across, down] = [Math.max(margin, toolsPx), Math.max(margin, footPx)];
  return { top: down, left: across, right: across, bottom: down };
}

type Box = Pick<Viewport, 'west' | 'north' | 'east' | 'south'>;

/** Moves the map: fit, reveal, follow. */
export class Camera {
  #isFollowing = false;
  #followed: { x: number; y: number } | null = null;

  constructor(
    private readonly map: BaseMap,
    private readonly isMotionReduced: () => boolean,
    private readonly onFollowChanged: (isFollowing: boolean) => void,
  ) {
    map.on('dragstart', this.#released);
    map.on('movestart', this.#released);
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Only a pan by hand lets go: a drag, or the arrow keys. Zooming keeps following. */
  readonly #released = (event: MapMovementEvent) => {
    const cause: unknown = event.originalEvent;
    const isArrow = cause instanceof KeyboardEvent && cause.key.startsWith('Arrow');
    if (this.#isFollowing && ((event.type === 'dragstart' && cause) || isArrow)) this.follow(false);
  };

  follow(isOn: boolean): void {
    if (isOn === this.#isFollowing) return;
    this.#isFollowing = isOn;
    this.#followed = null;
    // The wheel would otherwise carry the followed device off with every notch.
    this.map.scrollZoom.disable();
    this.map.scrollZoom.enable(isOn ? { around: 'center' } : undefined);
    this.onFollowChanged(isOn);
  }

  /** The selected device moved; the camera goes along while it follows. */
  selectedMoved(place: { x: number; y: number } | null): void {
    if (!this.#isFollowing || !place) return;
    if (this.#followed && this.#followed.x === place.x && this.#followed.y === place.y) return;
    this.#followed = { x: place.x, y: place.y };
    this.#ease({ center: centreOf(place) });
  }

  /** Brings a device into the middle; comes nearer when it is far, never goes farther away. */
  reveal(place: { x: number; y: number }): void {
    this.#ease({ center: centreOf(place), zoom: Math.max(this.map.getZoom(), revealZoom) });
  }

  /** Shows a whole box. */
  fit(box: Box, isAnimated: boolean): void {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const camera = this.map.cameraForBounds(
      [
        [longitudeOf(box.west), latitudeOf(box.south)],
        [longitudeOf(box.east), latitudeOf(box.north)],
      ],
      { padding: paddingFor(clientWidth, clientHeight), maxZoom: fitMaxZoom },
    );
    if (!camera) return;
    if (isAnimated) this.#ease({ ...camera, bearing: 0 });
    else this.map.jumpTo({ ...camera, bearing: 0 });
  }

  /** Comes nearer to a cluster so far that it falls apart. */
  expand(place: { x: number; y: number }, zoom: number): void {
    this.#ease({ center: centreOf(place), zoom });
  }

  zoomBy(steps: number): void {
    this.#ease({ zoom: this.map.getZoom() + steps });
  }

  view(): MapView {
    const { lng, lat } = this.map.getCenter();
    const { map } = this;
    return { longitude: lng, latitude: lat, zoom: map.getZoom(), bearing: map.getBearing() };
  }

  setView(view: MapView): void {
    const { longitude, latitude, zoom, bearing } = view;
    this.map.jumpTo({ center: [longitude, latitude], zoom, bearing });
  }

  #ease(options: JumpToOptions): void {
    if (this.isMotionReduced()) this.map.jumpTo(options);
    else this.map.easeTo({ ...options, duration: easeMs });
  }
}

const centreOf = ({ x, y }: { x: number; y: number }): [number, number] => [
  longitudeOf(x),
  latitudeOf(y),
];
