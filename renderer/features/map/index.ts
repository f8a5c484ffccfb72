export { MapUnavailableError } from './engine/base-map';
export { setScaleUnit } from './engine/scale';
export { boxAround, type MapView as MapCameraView } from './engine/camera';
export { createMapEngine } from './fleet/map-engine';
export type { MapEngine, MapEngineOptions, MapState, Stack } from './fleet/map-engine-types';
export { FleetMap, type FleetMapProps } from './fleet/map-view';
export { bundledStyle } from './style/style';
export {
  createMapStore,
  MapStoreProvider,
  revealOnMap,
  useMapStore,
  type MapStore,
  type MapUi,
} from './store';
export type { TrackMapEngine } from './track/track-map';
export type { TrackPoint } from './track/track-points';
export type { TrackSign } from './track/track-signs';
export { deviceColours, trackColours } from './track/track-colours';
export type { TrackHit, TrackInput } from './track/track-types';
export { TrackMap, type TrackMapProps } from './track/track-view';
export { drawMapFiles, mapFileOfferMirror, mapFilesMirror } from './files/map-files';
export { MapFileDialog } from './files/map-file-dialog';
export { useMapFileNotices } from './files/map-file-notices';
export { MapFilesSetting } from './files/map-files-setting';
