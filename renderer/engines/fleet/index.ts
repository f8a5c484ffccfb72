export { attentionKinds, expiringSoonDays, lowBatteryBelow, type AttentionKind } from './states';
export { createFleetClient } from './client';
export { initialQuery, sortColumns } from './types';
export type {
  ClusterMembers,
  ClusterRef,
  FleetClient,
  FleetExtent,
  FleetQuery,
  FleetRow,
  FleetView,
  MapDevice,
  MapFeed,
  NearDevice,
  NearestDevices,
  Position,
  RowRange,
  SortColumn,
  VisibleClusters,
  VisibleSet,
  VisibleSingles,
} from './types';
