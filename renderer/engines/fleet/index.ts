export { createFleetClient, type FleetClient, type MapFeed } from './client';
export type { CallForHelp } from './alerts';
export { discRadius } from './declutter';
export {
  filteredKinds,
  fleetStates,
  noFilters,
  type FilteredKind,
  type Filters,
  type FleetState,
} from './filters';
export { sortColumns, type FleetRow, type SortColumn } from './rows';
export {
  attentionKinds,
  expiringSoonDays,
  lowBatteryBelow,
  silentSince,
  type AttentionKind,
} from './states';
export { initialQuery } from './types';
export type {
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
