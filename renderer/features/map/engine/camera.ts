import type { JumpToOptions, Map as BaseMap, MapMovementEvent } from 'maplibre-gl';
import { latitudeOf, longitudeOf, type Viewport } from '#features/fleet-data';

/** What the camera shows, to be restored later. */
export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
  bearing: number;
}

/** The zoom at which "Fit all" shows a single device. */
const fitMaxZoom = 14;
/** The least zoom at which a device is revealed. */
const revealZoom = 12;
/** The margin around the fleet as a share of the window. */
const fitMargin = 0.1;
const easeMs = 450;

/** The column of buttons on the right, and the scale and the sources along the bottom, pixels. */
const toolsPx = 72;
const footPx = 38;

/** Padding that keeps symbols clear of the buttons; symmetric, so that the centre stays. */
function paddingFor(width: number, height: number) {
  const margin = fitMargin * Math.min(width, height);
  const [across, down] = [Math.max(margin, toolsPx), Math.max(margin, footPx)];
  return { top: down, left: across, right: across, bottom: down };
}

/** A device, with its place on the Mercator square. */
interface Followed {
  id: string;
  x: number;
  y: number;
}

type Box = Pick<Viewport, 'west' | 'north' | 'east' | 'south'>;

/** Moves the map: fit, reveal, follow. */
export class Camera {
  #isFollowing = false;
  /** The device that the camera follows; null until it has a place on the map. */
  #followedId: string | null = null;
  #followedTo: { x: number; y: number } | null = null;

  constructor(
    private readonly map: BaseMap,
    private readonly isMotionReduced: () => boolean,
    /** `isOther`: another device was selected. */
    private readonly onFollowChanged: (isFollowing: boolean, isOther: boolean) => void,
  ) {
    map.on('dragstart', this.#released);
    map.on('movestart', this.#released);
  }

  /** A drag or an arrow key ends following; zooming does not. */
  readonly #released = (event: MapMovementEvent) => {
    const cause: unknown = event.originalEvent;
    const isArrow = cause instanceof KeyboardEvent && cause.key.startsWith('Arrow');
    if (this.#isFollowing && ((event.type === 'dragstart' && cause) || isArrow))
      this.#setFollowing(false);
  };

  /** Follows the selected device, or ends following. */
  follow(isOn: boolean, selected: Followed | null): void {
    this.#followedId = isOn ? (selected?.id ?? null) : null;
    this.#setFollowing(isOn);
    this.selectedMoved(selected);
  }

  /** The selected device moved, or another one was selected; the camera goes along while it follows. */
  selectedMoved(selected: Followed | null): void {
    if (!this.#isFollowing) return;
    this.#followedId ??= selected?.id ?? null;
    // Following belongs to one device: it never continues with the next that is selected.
    if (this.#followedId !== (selected?.id ?? null)) return this.#setFollowing(false, true);
    if (!selected) return;
    const { x, y } = selected;
    if (this.#followedTo?.x === x && this.#followedTo.y === y) return;
    this.#followedTo = { x, y };
    this.#ease({ center: centreOf(selected) });
  }

  #setFollowing(isOn: boolean, isOther = false): void {
    if (isOn === this.#isFollowing) return;
    this.#isFollowing = isOn;
    this.#followedTo = null;
    // Otherwise each wheel step would move the followed device away from the centre.
    this.map.scrollZoom.disable();
    this.map.scrollZoom.enable(isOn ? { around: 'center' } : undefined);
    this.onFollowChanged(isOn, isOther);
  }

  /** Centres a device and zooms in if necessary, never out. */
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

  /** Zooms in until a cluster separates. */
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
