export { createFleetClient, type FleetClient, type MapFeed } from './client';
export {
  attentionKinds,
  expiringSoonDays,
  lowBatteryBelow,
  silentSince,
  type AttentionKind,
} from './states';
export {
  filteredKinds,
  fleetStates,
  noFilters,
  sortColumns,
  type FilteredKind,
  type Filters,
  type FleetRow,
  type FleetState,
  type SortColumn,
} from './table';
export { initialQuery } from './types';
export type {
  CallForHelp,
  ClusterMembers,
  ClusterRef,
  FleetExtent,
  FleetQuery,
  FleetView,
  MapDevice,
  NearDevice,
  NearestDevices,
  Position,
  RowRange,
  VisibleClusters,
  VisibleSet,
  VisibleSingles,
} from './types';
export { discRadius } from './visible';
