import type { StyleSpecification } from 'maplibre-gl';
import type { LabelMode } from '#shared/domain/settings';
import type { ColourScheme } from '#lib/device-state-look';
import type { FleetClient, MapDevice, MapFeed } from '#engines/fleet';
import type { MapView } from '../engine/camera';
import type { MapTools } from '../tools/map-tools';

/** Devices at one spot, for the list of stacked devices. `point` is in pixels of the map. */
export interface Stack {
  items: readonly MapDevice[];
  /** How many there are; the items may be fewer. */
  count: number;
  point: { x: number; y: number };
  /** Size of the map, pixels. */
  area: { width: number; height: number };
}

export interface MapEngineOptions {
  feed: FleetClient & MapFeed;
  /** The base map for a theme: a style, or the address of one. */
  style: (theme: ColourScheme) => StyleSpecification | string;
  theme: ColourScheme;
  /** A device or (null) an empty place was clicked. The engine has selected it. */
  onSelect?: (id: string | null) => void;
  /** Devices at one spot were clicked; null: the stack was closed. */
  onStack?: (stack: Stack | null) => void;
  onFollowChanged?: (isFollowing: boolean, isOther: boolean) => void;
  /** Called when the camera rests, to save the view; null: the fleet was framed. */
  onViewChanged?: (view: MapView | null) => void;
  isMotionReduced?: () => boolean;
  /** An online style could not be loaded; `style` may return another one afterwards. */
  onStyleFailed?: () => void;
  tooltipClass?: string;
}

/** What is drawn, for tests and measurements. */
export interface MapState {
  generation: number | null;
  /** Devices drawn alone, in clusters, and in total with the selected one. */
  singles: number;
  clusters: number;
  devices: number;
  zoom: number;
}

export interface MapEngine {
  setTheme(theme: ColourScheme): void;
  /** Shows the style that `style` returns now, if it is another one. */
  refreshStyle(): void;
  /** Shows what an account had on screen (`view` null: its fleet); null: the next fleet. */
  open(account: string | null, view: MapView | null, selected: string | null): void;
  /** Shows the devices that match. */
  fitAll(): void;
  /** Other devices match: shows them, or what was shown before the filter. */
  filterChanged(isFiltered: boolean): void;
  /** Moves to a device; resolves to false if it has no position. */
  reveal(id: string): Promise<boolean>;
  setFollow(isOn: boolean): void;
  /** Other parts of the map are covered: what is shown comes to the middle of the rest. */
  coverChanged(): void;
  setLabels(labels: LabelMode): void;
  zoomBy(steps: number): void;
  tools: MapTools;
  closeStack(): void;
  /** Moves the focus to the map. */
  focus(): void;
  state(): MapState;
  /** Called after the first frame that shows the whole of each new fleet. */
  onFleetDrawn(listener: (generation: number) => void): () => void;
  destroy(): void;
}
