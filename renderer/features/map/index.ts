export { currentStyle } from './base-map';
export { useMapCommands } from './tools';
export { pngOf } from './map-picture';
export { drawMapFiles, mapFilesMirror } from './map-files';
export { MapFileDialog, MapFilesSetting, useMapFileNotices } from './map-files-setting';
export { OnlineMapSetting, useKeyedMapNotices } from './online-map-setting';
export { FleetMap } from './map-view';
export {
  createMapStore,
  MapStoreProvider,
  revealOnMap,
  useMapStore,
  type MapStore,
  type MapUi,
} from './store';
export { useOverlay } from './tool-parts';
export { areaText } from './ruler-result';
export { TrackMap } from './track-view';
