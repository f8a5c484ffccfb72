export { MapUnavailableError } from './base-map';
export type { MapView as MapCameraView } from './camera';
export { createMapEngine } from './engine';
export type { MapEngine, MapEngineOptions, MapState, Stack } from './engine-types';
export { bundledStyle } from './style-choice';
export { FleetMap, type FleetMapProps } from './map-view';
export { createMapStore, revealOnMap, type MapStore } from './store';
