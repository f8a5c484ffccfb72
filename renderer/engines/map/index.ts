export {
  createBaseMap,
  MapStyle,
  MapUnavailableError,
  setScaleUnit,
  type StyleSource,
  type StyleState,
} from './base-map';
export { boxAround, Camera, placeAt, streetZoom, type MapView } from './camera';
export { StillMap, type Captured } from './capture';
export { MapEngine, type Stack } from './map-engine';
export type { Overlay, OverlayOptions } from './overlay';
export {
  hasStreets,
  inDrawingOrder,
  mapRegions,
  sourceName,
  type MapRegion,
} from './style/regions';
export { loadStreetLayers } from './style/street-layers';
export { bundledStyle } from './style/style';
export { mercatorOf, ViewportRequests, worldsOnScreen } from './viewport';
