import type { Coordinates } from '#shared/domain/coordinates';
import type { DeviceState } from '#shared/domain/device-state';
import type { GroupGap } from '#shared/domain/group';
import type { NearSearch } from '#shared/places/near';
import type { Viewport } from '#shared/domain/mercator';
import type { Sort } from '#lib/in-order';
import type { GroupSummary } from './generation';
import type { AttentionKind } from './states';
import { type Filters, type FleetRow, noFilters, type SortColumn } from './table';

/** The search, filters and sort order chosen by the user. */
export interface FleetQuery extends Filters {
  /**
   * Words that must all occur in name, description, phone, id or tags; ignores accents and case. Also finds
   * the devices around a town: "near Lyon".
   */
  search: string;
  sort: Sort<SortColumn>;
}

export const initialQuery: FleetQuery = {
  search: '',
  ...noFilters,
  sort: { column: 'name', descending: false },
};

/** A device of which somebody asks for help. */
export interface CallForHelp {
  id: string;
  label: string;
  /** Epoch ms; null: its alert is not loaded yet, and the device may have reported more than once since. */
  at: number | null;
}

/** The result of a query as a whole; rows are requested by range. */
export interface FleetView {
  /** Increases whenever the result of `rows()` would change. */
  version: number;
  /** Listed devices: one that the service no longer lists is not part of the fleet. */
  total: number;
  /** Of them, those whose location the service was asked for with success, now or in an earlier session. */
  checked: number;
  /** Includes devices no longer listed only if the query asks for that state. */
  matched: number;
  /** Rows of the table: while its order is held, devices that no longer match keep theirs. */
  rows: number;
  /** The order of the table is held, and another one by now. */
  hasNewOrder: boolean;
  /** Of the matching ones, without the devices no longer listed, unless their state was chosen. */
  matchedListed: number;
  /** Over the whole fleet, not only the matching devices. */
  counts: Record<DeviceState, number>;
  /** The devices of the whole fleet that need attention, by reason. */
  attention: Record<AttentionKind, number>;
  /** Of which somebody asks for help, the newest first; the same array until they change. */
  sos: readonly CallForHelp[];
  /** Listed devices without a known position. */
  withoutPosition: number;
  /** False until the service has sent the list for the first time. */
  isListed: boolean;
  /** Places are not known yet; false also if they cannot be loaded. */
  areTownsLoading: boolean;
  /** The country of most devices, which goes without saying; null: not known. */
  usualCountry: string | null;
  groups: readonly GroupSummary[];
  /** Why the groups of a device may not all be known; absent: they are. */
  groupGap?: GroupGap | undefined;
  /** Another number for other places of the user; 0: there are none. */
  placesVersion: number;
  /** The name of the place that is filtered by; null: none is, or it is deleted. */
  filterPlace: string | null;
  /** The town of a search "near …"; null for other searches. */
  near: NearSearch | null;
  /** The selected device: its index in the order (-1: filtered out), or null. */
  selected: { id: string; index: number } | null;
}

/** Degrees; null where there is none. */
export interface Position {
  latitude: number | null;
  longitude: number | null;
}

/** What to list the nearest devices of. */
export interface NearestQuestion {
  /** A point, or the last known position of a device, which is not listed itself. */
  to: { at: Coordinates } | { deviceId: string };
  limit: number;
  /** Epoch ms: only positions of this time or later; null for all. */
  since: number | null;
  /** Only devices that match the query of the table. */
  onlyMatching: boolean;
}

/** One device, with the straight line from the point to its last known position. */
export interface NearDevice {
  row: FleetRow;
  metres: number;
  /** From the point to the device, degrees clockwise from north. */
  bearing: number;
}

export interface NearestDevices {
  /** null: the device has no known position. */
  at: Coordinates | null;
  /** The nearest first; those equally far in the order of the list. */
  devices: NearDevice[];
  /** Considered devices without a known position. */
  withoutPosition: number;
  /** Considered devices whose position is older than `since`, or of unknown time. */
  tooOld: number;
}

/** Rows of one version of the view, beginning at row `from` of its order. */
export interface RowRange {
  version: number;
  from: number;
  rows: readonly FleetRow[];
}

/** A cell of a grid that is fixed to the world. */
export interface GridCell {
  level: number;
  cellX: number;
  cellY: number;
}

/** A cluster: the devices of a cell, and those that would lie under its disc. */
export interface ClusterRef {
  cell: GridCell | null;
  slots: readonly number[];
}

/** Devices drawn one by one; entry i of each column is one device, and later ones lie over earlier ones. */
export interface VisibleSingles {
  slot: Uint32Array<ArrayBuffer>;
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  /** Index into `deviceStates`. */
  state: Uint8Array<ArrayBuffer>;
  /** Degrees clockwise from north; NaN is unknown. */
  course: Float32Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
  /** The place in `vehicleKinds` from 1; 0: not known. */
  kind: Uint8Array<ArrayBuffer>;
}

/** Where a moving device is expected to be, going on from its reported position. */
export interface Estimate {
  x: number;
  y: number;
  course: number;
}

/** Devices drawn as clusters; entry i of each column is one cluster. */
export interface VisibleClusters {
  ref: readonly ClusterRef[];
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  count: Uint32Array<ArrayBuffer>;
  /** One entry for each state, per cluster. */
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
  /** As in `VisibleSingles`. */
  kind: number;
}

/** What the map draws for a viewport. */
export interface VisibleSet {
  /** Slots are valid only within one generation. */
  generation: number;
  viewport: Viewport;
  singles: VisibleSingles;
  clusters: VisibleClusters;
  /** The selected device, drawn whatever its position and the query; null without a position. */
  selected: MapDevice | null;
  /** Where the selected device is by now; null: not estimated. */
  estimate: Estimate | null;
  /** The number of devices in singles and clusters, without the selected one. */
  drawn: number;
}

/** What a click on a cluster needs. */
export interface ClusterMembers {
  count: number;
  /** The first ones by name. */
  first: MapDevice[];
  /** The whole zoom at which it separates; null: its members are at one spot. */
  expansionZoom: number | null;
  x: number;
  y: number;
}

/** A fleet as a whole: reported for each list of devices, when its positions have doubled, and once all are known. */
export interface FleetExtent {
  generation: number;
  /** The id of its account. */
  account: string;
  /** The number of listed devices. */
  total: number;
  /** The number of devices with a position. */
  positions: number;
  /** The service was asked for all of them. */
  isChecked: boolean;
}

/** What the worker says by itself: changes, at most once a frame. */
export interface FleetEvents {
  /** Without `groups` and `sos` if they did not change since the last view; with the rows on screen. */
  view: {
    view: Omit<FleetView, 'groups' | 'sos'> & Partial<Pick<FleetView, 'groups' | 'sos'>>;
    rows: RowRange;
  };
  selectedChanged: string;
  fleet: FleetExtent;
  visible: VisibleSet;
}
