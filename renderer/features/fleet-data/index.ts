export { attentionKinds, expiringSoonDays, lowBatteryBelow, type AttentionKind } from './states';
export { createFleetClient } from './client';
export { boundsOf, latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator';
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
  Viewport,
  VisibleClusters,
  VisibleSet,
  VisibleSingles,
} from './types';
