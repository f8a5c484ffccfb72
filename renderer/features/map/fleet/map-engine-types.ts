import type { StyleSpecification } from 'maplibre-gl';
import type { LabelMode } from '#shared/domain/settings';
import type { ColourScheme } from '#lib/device-state-look';
import type { FleetClient, MapDevice, MapFeed } from '#features/fleet-data';
import type { MapView } from '../engine/camera';

/** Devices at one spot, for a list to choose from. `point` is in pixels of the map. */
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
  /** A click chose a device, or (null) nothing. The engine selects it itself. */
  onSelect?: (id: string | null) => void;
  /** A click met devices that lie on each other; null: that is over. */
  onStack?: (stack: Stack | null) => void;
  onFollowChanged?: (isFollowing: boolean) => void;
  /** Called when the camera rests, to keep the view for the next start. */
  onViewChanged?: (view: MapView) => void;
  isMotionReduced?: () => boolean;
  /** An online style could not be loaded; `style` may answer another one now. */
  onStyleFailed?: () => void;
  tooltipClass?: string;
}

/** What is drawn, for tests and measurements. */
export interface MapState {
  generation: number | null;
  /** Devices drawn alone, as part of a cluster, and altogether with the selected one. */
  singles: number;
  clusters: number;
  devices: number;
  zoom: number;
}

export interface MapEngine {
  setTheme(theme: ColourScheme): void;
  /** Takes up what `style` answers now, if it is another one. */
  refreshStyle(): void;
  resize(): void;
  fitAll(options?: { isAnimated?: boolean }): Promise<void>;
  /** Eases to a device; resolves to false where it has no position. */
  reveal(id: string): Promise<boolean>;
  setFollow(isOn: boolean): void;
  /** Pixels of the map that panes cover; the middle is the middle of what is left. */
  setPadding(padding: { left: number; top: number; right: number; bottom: number }): void;
  setLabels(labels: LabelMode): void;
  zoomIn(): void;
  zoomOut(): void;
  getView(): MapView;
  /** Goes where the map was last; the fleet is then not fitted by itself. */
  setView(view: MapView): void;
  /** Forgets what was looked at: the next fleet is framed as if it were the first. */
  startOver(): void;
  closeStack(): void;
  /** Gives the keyboard to the map. */
  focus(): void;
  state(): MapState;
  /** Called after the first frame that shows the whole of each new fleet. */
  onFleetDrawn(listener: (generation: number) => void): () => void;
  destroy(): void;
}
