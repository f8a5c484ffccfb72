export { chartTimes, columnOf } from './chart-series';
export { tracks, type LoadedTrack } from './client';
export { neighbourFix, placeAt, stopAt, type PlaceAt, type StopMark } from './place-at';
export type { TrackSign } from './track-marks';
export {
  createTrackMap,
  deviceColours,
  trackColours,
  type TrackMapEngine,
  type TrackMapOptions,
} from './track-map';
export { importedKey, type ChartSeries, type Summary } from './types';
