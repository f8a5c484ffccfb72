import * as maplibre from 'maplibre-gl';
import type { MapMouseEvent } from 'maplibre-gl';
import type { Coordinates } from '#shared/domain/coordinates';
import type { LabelMode } from '#shared/domain/settings';
import type { FleetClient, MapDevice, MapFeed, VisibleSet } from '#engines/fleet';
import { latitudeOf, longitudeOf, type Viewport } from '#shared/domain/mercator';
import type { ColourScheme } from '#lib/device-state-look';
import { createBaseMap, MapStyle, onPixelRatioChanged, type StyleSource } from './base-map';
import { Camera, type MapView } from './camera';
import { capture, type Captured } from './capture';
import { FleetCamera } from './fleet-camera';
import { firstId, Labels } from './labels';
import { Overlay, type OverlayOptions } from './overlay';
import { Clicks, Pointer, type OpenStack } from './pointer';
import { drawGraticule } from './style/graticule';
import { Redraws, SymbolLayer } from './symbol-layer';
import { covers, projectNear, viewportOf, ViewportRequests } from './viewport';

interface Point {
  x: number;
  y: number;
}

/** Devices at one spot, for the list of stacked devices. `point` is in pixels of the map. */
export interface Stack {
  items: readonly MapDevice[];
  /** How many there are; the items may be fewer. */
  count: number;
  point: Point;
  /** Size of the map, pixels. */
  area: { width: number; height: number };
}

/** What a tool does with the pointer while it has it. */
export interface PointerTool {
  /** `isNear` tells whether a place is under the pointer too. */
  onClick: (at: Coordinates, isNear: (place: Coordinates) => boolean) => void;
  onDoubleClick: () => void;
}

export interface MapEngineOptions {
  feed: FleetClient & MapFeed;
  /** The base map for a theme: a style, or the address of one. */
  style: (theme: ColourScheme) => StyleSource;
  theme: ColourScheme;
  /** A device or (null) an empty place was clicked. The engine has selected it. */
  onSelect: (id: string | null) => void;
  /** Devices at one spot were clicked; null: the stack was closed. */
  onStack: (stack: Stack | null) => void;
  /** `isOther`: because another device was selected. */
  onFollowChanged: (isFollowing: boolean, isOther: boolean) => void;
  /** Called when the camera rests, to save the view; null: the fleet was framed. */
  onViewChanged: (view: MapView | null) => void;
  isMotionReduced: () => boolean;
  /** The online style of this name could not be loaded; `style` may return another one afterwards. */
  onStyleFailed: (name: string | undefined) => void;
  tooltipClass: string;
}

/** A click this near to a point means the point. */
const nearPx = 10;
/** The second click of a double click that ended a tool is not for the devices. */
const doubleClickMs = 400;

/** A map that shows the fleet, outside React: it stays in the container until it is destroyed. */
export class MapEngine {
  readonly #map: maplibre.Map;
  readonly camera: FleetCamera;
  readonly #symbols: SymbolLayer;
  readonly #labels: Labels;
  readonly #clicks: Clicks;
  readonly #pointer: Pointer;
  readonly #style: MapStyle;
  readonly #overlays = new Set<Overlay>();
  readonly #stops: (() => void)[];
  #theme: ColourScheme;
  #visible: VisibleSet | null = null;
  /** How many tools have taken the pointer. */
  #taken = 0;
  /** The last fleet that was drawn as a whole. */
  #drawnFleet: number | null = null;
  readonly #onFleetDrawn = new Set<(generation: number) => void>();

  /** Throws `MapUnavailableError`. */
  constructor(
    container: HTMLElement,
    private readonly options: MapEngineOptions,
  ) {
    const { feed } = options;
    this.#theme = options.theme;
    const firstStyle = options.style(options.theme);
    const map = createBaseMap(container, firstStyle);
    this.#map = map;
    const redraws = new Redraws(map);
    const requests = new ViewportRequests(map, (viewport) => void feed.setViewport(viewport));
    this.camera = new FleetCamera({
      feed,
      camera: new Camera(map, options.isMotionReduced, () => this.camera.moved()),
      onFramed: () => requests.repeat(),
      onFollowChanged: options.onFollowChanged,
    });
    this.#labels = new Labels(map, redraws, feed, () => this.#visible);
    this.#symbols = new SymbolLayer(map, redraws, options.theme, (set) => this.#drawn(set));
    this.#clicks = new Clicks({
      feed,
      zoom: () => map.getZoom(),
      maxZoom: () => map.getMaxZoom(),
      onSelect: (id) => this.#select(id),
      onSelectedClick: (id) => options.onSelect(id),
      onExpand: (place, zoom) => this.camera.expand(place, zoom),
      onStack: (stack) => this.#showStack(stack),
    });
    this.#pointer = new Pointer(map, feed, this.#clicks, this.visible, options.tooltipClass);
    this.#style = new MapStyle(map, {
      first: firstStyle,
      current: () => options.style(this.#theme),
      onLoaded: () => this.#addLayers(),
      onUnloaded: () => {
        this.#labels.styleGone();
        for (const overlay of this.#overlays) overlay.styleGone();
      },
      onFailed: options.onStyleFailed,
    });
    map.on('move', () => requests.update());
    map.on('zoomstart', () => this.#clicks.closeStack());
    map.on('moveend', () => {
      requests.update();
      if (this.#style.isLoaded) drawGraticule(map);
      this.#labels.soon();
      options.onViewChanged(this.camera.chosenView);
    });
    map.on('resize', () => requests.update());
    this.#stops = [
      feed.onVisible((set) => this.#show(set)),
      feed.onFleet((extent) => this.camera.fleetChanged(extent)),
      onPixelRatioChanged(() => this.#symbols.redraw()),
    ];
    requests.update();
  }

  setTheme(theme: ColourScheme): void {
    if (theme === this.#theme) return;
    this.#theme = theme;
    this.#symbols.setTheme(theme);
    for (const overlay of this.#overlays) overlay.setTheme(theme);
    this.#style.refresh();
  }

  /** Shows the style that `style` returns now, if it is another one. */
  refreshStyle(): void {
    this.#style.refresh();
  }

  /** The base map, and how much of it is there. */
  get base(): MapStyle {
    return this.#style;
  }

  setLabels(mode: LabelMode): void {
    this.#labels.setMode(mode);
    this.#pointer.setNaming(mode !== 'off');
  }

  closeStack(): void {
    this.#clicks.closeStack();
  }

  /** Moves the focus to the map. */
  focus(): void {
    this.#map.getCanvas().focus();
  }

  /** What the map and its controls are in. */
  get frame(): HTMLElement {
    return this.#map.getContainer().parentElement!;
  }

  /** Whether the map is on screen: it stays while another page hides it. */
  isShown(): boolean {
    return this.#map.getContainer().checkVisibility();
  }

  /** What the map draws of the fleet. */
  readonly visible = (): VisibleSet | null => this.#visible;

  onVisible(listener: (set: VisibleSet) => void): () => void {
    return this.options.feed.onVisible(listener);
  }

  /** What is on screen. */
  view(): Viewport {
    return viewportOf(this.#map);
  }

  middle(): Coordinates {
    return coordinatesOf({ lngLat: this.#map.getCenter() });
  }

  /** Where a place is, pixels. */
  project(place: Coordinates): Point {
    return projectNear(this.#map, place, this.#map.getCenter().lng);
  }

  /** The position under the pointer; null when it leaves the map. */
  onPointer(listener: (at: Coordinates | null) => void): () => void {
    const stops = [
      this.#on('mousemove', (event) => listener(coordinatesOf(event))),
      this.#on('mouseout', () => listener(null)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  onContextMenu(listener: (at: Coordinates, point: Point) => void): () => void {
    return this.#on('contextmenu', (event) => {
      event.preventDefault();
      listener(coordinatesOf(event), event.point);
    });
  }

  /** The map moved, and with it the position of its centre. */
  onMoved(listener: () => void): () => void {
    this.#map.on('move', listener);
    return () => void this.#map.off('move', listener);
  }

  /** Sends clicks to a tool instead of the devices, until the returned function is called. */
  takePointer({ onClick, onDoubleClick }: PointerTool): () => void {
    const map = this.#map;
    const mine = (this.#taken += 1);
    this.#pointer.setFree(false);
    map.getCanvas().style.cursor = 'crosshair';
    const stops = [
      this.#on('click', (event) =>
        onClick(coordinatesOf(event), (place) => {
          // On whichever copy of the world the pointer is.
          const { x, y } = projectNear(map, place, event.lngLat.lng);
          return Math.hypot(x - event.point.x, y - event.point.y) <= nearPx;
        }),
      ),
      this.#on('dblclick', (event) => {
        event.preventDefault();
        onDoubleClick();
      }),
    ];
    return () => {
      stops.forEach((stop) => stop());
      const allowZoom = this.#on('dblclick', (event) => event.preventDefault());
      map.getCanvas().style.cursor = '';
      setTimeout(() => {
        allowZoom();
        if (mine === this.#taken) this.#pointer.setFree(true);
      }, doubleClickMs);
    };
  }

  /** Places an element on the map; the returned function removes it. */
  place(element: HTMLElement, { latitude, longitude }: Coordinates): () => void {
    const marker = new maplibre.Marker({ element, anchor: 'bottom' });
    marker.setLngLat([longitude, latitude]).addTo(this.#map);
    // After `addTo`, which makes the element itself an image with a label; here it has a button in it.
    for (const name of ['role', 'aria-label', 'tabindex']) element.removeAttribute(name);
    return () => void marker.remove();
  }

  /** An element that is dragged over the map; the returned function removes it. */
  handle(
    element: HTMLElement,
    { latitude, longitude }: Coordinates,
    { onDrag, onDrop }: Record<'onDrag' | 'onDrop', (at: Coordinates) => void>,
  ): () => void {
    const marker = new maplibre.Marker({ element, draggable: true });
    marker.setLngLat([longitude, latitude]).addTo(this.#map);
    for (const name of ['role', 'aria-label']) element.removeAttribute(name);
    const at = () => coordinatesOf({ lngLat: marker.getLngLat() });
    marker.on('drag', () => onDrag(at()));
    marker.on('dragend', () => onDrop(at()));
    return () => void marker.remove();
  }

  /** Adds layers of a tool to the map. */
  addOverlay(options: OverlayOptions): Overlay {
    const overlay: Overlay = new Overlay(this.#map, options, this.#theme, () => {
      const isOnMap = this.#overlays.delete(overlay) && this.#style.isLoaded;
      if (isOnMap) overlay.removeFromStyle();
    });
    this.#overlays.add(overlay);
    if (this.#style.isLoaded) overlay.addToStyle();
    return overlay;
  }

  /** A picture of the map as it is, with at least two pixels for each on screen. */
  capture(): Promise<Captured> {
    return capture(this.#map, (pixelRatio) => this.#symbols.redraw(pixelRatio));
  }

  /** Called after the first frame that shows the whole of each new fleet, also of one that was drawn before. */
  onFleetDrawn(listener: (generation: number) => void): () => void {
    this.#onFleetDrawn.add(listener);
    if (this.#drawnFleet !== null) listener(this.#drawnFleet);
    return () => this.#onFleetDrawn.delete(listener);
  }

  destroy(): void {
    for (const stop of this.#stops) stop();
    this.#map.remove();
    this.#overlays.clear();
  }

  #addLayers(): void {
    const overlays = [...this.#overlays];
    for (const overlay of overlays) if (overlay.isBelowDevices) overlay.addToStyle();
    this.#labels.addTo(this.#theme);
    // A restored context keeps the layer.
    if (this.#map.getLayer(this.#symbols.id)) this.#map.moveLayer(this.#symbols.id, firstId);
    else this.#map.addLayer(this.#symbols, firstId);
    for (const overlay of overlays) if (!overlay.isBelowDevices) overlay.addToStyle();
    drawGraticule(this.#map);
  }

  #show(set: VisibleSet): void {
    if (this.#visible && set.generation !== this.#visible.generation) this.#clicks.closeStack();
    this.#visible = set;
    this.#symbols.show(set, this.#clicks.fan);
    this.#labels.soon();
    this.camera.selectedShown(set.selected);
  }

  #showStack(stack: OpenStack | null): void {
    if (this.#visible) this.#symbols.show(this.#visible, stack?.fan ?? null);
    if (!stack) return this.options.onStack(null);
    const { fan, devices, count } = stack;
    const point = this.project({ longitude: longitudeOf(fan.x), latitude: latitudeOf(fan.y) });
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    this.options.onStack({ items: devices, count, point, area: { width, height } });
  }

  #select(id: string | null): void {
    if (id !== null) this.camera.selectedOnMap(id);
    void this.options.feed.select(id);
    this.options.onSelect(id);
  }

  #drawn({ viewport, generation }: VisibleSet): void {
    const isWhole = this.camera.isFramed && covers(viewport, viewportOf(this.#map));
    if (!isWhole || generation === this.#drawnFleet) return;
    this.#drawnFleet = generation;
    for (const listener of this.#onFleetDrawn) listener(generation);
  }

  #on(
    type: 'click' | 'dblclick' | 'contextmenu' | 'mousemove' | 'mouseout',
    listener: (event: MapMouseEvent) => void,
  ): () => void {
    this.#map.on(type, listener);
    return () => void this.#map.off(type, listener);
  }
}

function coordinatesOf({ lngLat }: Pick<MapMouseEvent, 'lngLat'>): Coordinates {
  const { lat, lng } = lngLat.wrap();
  return { latitude: lat, longitude: lng };
}
