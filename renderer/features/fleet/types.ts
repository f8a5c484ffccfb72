import type { DeviceState, StateRules } from '#shared/domain/device-state';

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
  /** Selects by id, from the table, the map or a link; null clears. */
  select(id: string | null): void;
  /** Called at once with the present view, then on each change (at most once a frame). */
  subscribe(listener: (view: FleetView) => void): () => void;
  /** Called when the selected device's own columns changed, so its details can be read again. */
  onSelectedChanged(listener: (id: string) => void): () => void;
  /** The first `limit` devices that match a text, for palettes and pickers. */
  find(text: string, limit: number): Promise<FleetRow[]>;
}
