export {
  createBaseMap,
  MapStyle,
  MapUnavailableError,
  setScaleUnit,
  type StyleSource,
  type StyleState,
} from './base-map';
export { boxAround, Camera, placeAt, streetZoom, type MapView } from './camera';
export type { Captured } from './capture';
export { drawOver, InstanceBuffer, linkProgram, movedTo, uniformsOf } from './gl';
export { MapEngine, type Stack } from './map-engine';
export type { Overlay, OverlayOptions } from './overlay';
export { isDrawnBySoftware } from './software-rendering';
export { StillMap } from './still-map';
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
