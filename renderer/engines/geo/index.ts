export {
  boundsOf,
  isInView,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  metresPerUnit,
  worldPixels,
  type MercatorBounds,
  type Viewport,
} from './mercator';
