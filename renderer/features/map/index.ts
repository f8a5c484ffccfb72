export { MapFileDialog } from './map-file-dialog';
export { drawMapFiles, mapFileOfferMirror, mapFilesMirror } from './map-files';
export { MapFilesSetting, useMapFileNotices } from './map-files-setting';
export { FleetMap } from './map-view';
export {
  createMapStore,
  MapStoreProvider,
  revealOnMap,
  useMapStore,
  type MapStore,
  type MapUi,
} from './store';
export { deviceColours, trackColours } from './track/track-colours';
export type { TrackMapEngine } from './track/track-map';
export type { TrackPoint } from './track/track-points';
export type { TrackSign } from './track/track-signs';
export type { TrackHit, TrackInput } from './track/track-types';
export { TrackMap, type TrackMapProps } from './track/track-view';
