import type { DeviceState, StateRules } from '#shared/domain/device-state';
import type { Fault } from '#shared/fault';

/** Columns a person can sort by. `state` sorts by the order of `deviceStates`. */
export const sortColumns = [
  'name',
  'state',
  'fixAt',
  'speed',
  'battery',
  'groups',
  'description',
  'phone',
  'tags',
  'expiresAt',
  'id',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** What the person asked to see. */
export interface FleetQuery {
  /** Words that must all occur in name, description, phone, id or tags; accents and case ignored. */
  search: string;
  /** Empty: every state. */
  states: readonly DeviceState[];
  /** A group's id, 'none' for devices in no group, null for all. */
  group: string | 'none' | null;
  /** Only devices whose fix is older than this (or who have none); null for all. */
  olderThanMs: number | null;
  sort: { column: SortColumn; descending: boolean };
}

export const initialQuery: FleetQuery = {
  search: '',
  states: [],
  group: null,
  olderThanMs: null,
  sort: { column: 'name', descending: false },
};

/** The result of a query as a whole; the rows are asked for by range. */
export interface FleetView {
  /** Grows with every change of what rows() would answer. */
  version: number;
  total: number;
  matched: number;
  /** Over the whole fleet, not only what matched. */
  counts: Record<DeviceState, number>;
  withoutPosition: number;
  /** False until the service has sent the list for the first time. */
  isListed: boolean;
  groups: readonly { id: string; name: string; count: number }[];
  /** The selected device: its place in the order (-1: filtered out), or null. */
  selected: { id: string; index: number } | null;
}

/** One device as the table shows it. Numbers are null where not provided; times epoch ms. */
export interface FleetRow {
  id: string;
  /** The name, or the id where there is none. */
  label: string;
  description: string;
  phone: string;
  tags: string;
  groups: readonly string[];
  state: DeviceState;
  fixAt: number | null;
  checkedAt: number | null;
  latitude: number | null;
  longitude: number | null;
  /** In the service's unit. */
  speed: number | null;
  course: number | null;
  battery: number | null;
  expiresAt: number | null;
  unlistedAt: number | null;
  isCritical: boolean;
}

/** Rows of one version of the view, beginning with row `from` of its order. */
export interface RowRange {
  version: number;
  from: number;
  rows: readonly FleetRow[];
}

/**
 * The window's end of the fleet worker, which keeps the columns, the grid and the order.
 *
 * Main posts columns straight to the worker; the main thread only ever sees what is on screen.
 */
export interface FleetClient {
  /** Hands the port on which main posts columns to the worker. */
  attach(port: MessagePort): void;
  setQuery(query: FleetQuery): void;
  setRules(rules: StateRules): void;
  /** Rows `from` (inclusive) to `to` (exclusive) in the order of the query. */
  rows(from: number, to: number): Promise<{ version: number; rows: FleetRow[] }>;
  /** Says which rows are on screen; they are told to `onRows`. */
  watch(from: number, to: number): void;
  /** Called with the rows on screen when others are asked for, and together with each new view. */
  onRows(listener: (range: RowRange) => void): () => void;
  /** Ids of all devices that match, in the order of the query. */
  ids(): Promise<string[]>;
  /** Selects by id, from the table, the map or a link; null clears. */
  select(id: string | null): void;
  /** Called at once with the present view, then on each change (at most once a frame). */
  subscribe(listener: (view: FleetView) => void): () => void;
  /** Called when the selected device's own columns changed, so its details can be read again. */
  onSelectedChanged(listener: (id: string) => void): () => void;
  /** The first `limit` devices that match a text, for palettes and pickers. */
  find(text: string, limit: number): Promise<FleetRow[]>;
  /** The names of some devices, in the order of the ids; null where an id is not in the fleet. */
  labels(ids: readonly string[]): Promise<(string | null)[]>;
  /** The ids of at most so many devices that can be seen now, in the table or on the map. */
  inView(limit: number): Promise<string[]>;
  /** Called when the worker came to an end, and with null when another one is started. */
  onBroken(listener: (fault: Fault | null) => void): () => void;
  /** Another worker; it needs a port, which main answers with the whole fleet. */
  restart(): void;
}

/**
 * A part of the world in Mercator units: x 0 to 1 eastward, y 0 to 1 southward. x may lie outside
 * that where the world repeats on screen.
 */
export interface Viewport {
  west: number;
  north: number;
  east: number;
  south: number;
  zoom: number;
}

/** A cluster: one cell of the grid that is fixed to the world. */
export interface ClusterRef {
  level: number;
  cellX: number;
  cellY: number;
}

/** Devices that are drawn one by one; entry i of each column is one device. */
export interface VisibleSingles {
  slot: Uint32Array<ArrayBuffer>;
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  /** Index into `deviceStates`. */
  state: Uint8Array<ArrayBuffer>;
  /** Degrees clockwise from north; NaN is unknown. */
  course: Float32Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
}

/** Devices that are drawn as one; entry i of each column is one cluster. */
export interface VisibleClusters {
  level: number;
  cellX: Uint32Array<ArrayBuffer>;
  cellY: Uint32Array<ArrayBuffer>;
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  count: Uint32Array<ArrayBuffer>;
  /** As many entries for each cluster as there are states. */
  byState: Uint32Array<ArrayBuffer>;
}

/** One device as the map names it. */
export interface MapDevice {
  slot: number;
  id: string;
  label: string;
  state: DeviceState;
  x: number;
  y: number;
  course: number;
  flags: number;
}

/** What the map draws for a viewport. */
export interface VisibleSet {
  /** Slots mean nothing in another generation. */
  generation: number;
  viewport: Viewport;
  singles: VisibleSingles;
  clusters: VisibleClusters;
  /** The selected device, drawn wherever it is and whatever the query; null without a position. */
  selected: MapDevice | null;
  /** How many devices the singles and clusters stand for, without the selected one. */
  drawn: number;
}

/** What a click on a cluster needs. */
export interface ClusterMembers {
  count: number;
  /** The first ones by name. */
  first: MapDevice[];
  /** The whole zoom at which it falls apart; null: its members are at one spot. */
  expansionZoom: number | null;
  x: number;
  y: number;
}

/** A fleet as a whole: told for each list of devices, and whenever its positions have doubled. */
export interface FleetExtent {
  generation: number;
  /** How many devices have a position. */
  positions: number;
}

/** The map's side of the fleet worker: only what is on screen, as typed arrays. */
export interface MapFeed {
  /** Says what is on screen (with some margin); answered by `onVisible`, at most once a frame. */
  setViewport(viewport: Viewport): void;
  /** Called when what is to be drawn in the viewport changed. */
  onVisible(listener: (visible: VisibleSet) => void): () => void;
  /** Called at once with the present fleet, if any, then as `FleetExtent` says. */
  onFleet(listener: (extent: FleetExtent) => void): () => void;
  /** The box around the devices that match the query; null where none has a position. */
  extent(): Promise<Pick<Viewport, 'west' | 'north' | 'east' | 'south'> | null>;
  /** A device's place by id; null where it has none. */
  locate(id: string): Promise<MapDevice | null>;
  /** Names devices; empty where the generation has passed. */
  devices(generation: number, slots: Uint32Array): Promise<MapDevice[]>;
  members(
    generation: number,
    cluster: ClusterRef,
    limit: number,
    maxZoom: number,
  ): Promise<ClusterMembers | null>;
}
