export { createFleetClient, type FleetClient, type MapFeed } from './client';
export { discRadius } from './declutter';
export { noFilters, type Filters } from './filters';
export { sortColumns, type FleetRow, type SortColumn } from './rows';
export { attentionKinds, expiringSoonDays, lowBatteryBelow, type AttentionKind } from './states';
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
