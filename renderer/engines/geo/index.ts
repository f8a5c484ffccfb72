export {
  boundsOf,
  isInView,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  metresPerUnit,
  type MercatorBounds,
  type Viewport,
} from './mercator';
