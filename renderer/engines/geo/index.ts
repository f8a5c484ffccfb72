export {
  boundsOf,
  isInView,
  latitudeOf,
  longitudeOf,
  metresPerUnit,
  worldPixels,
  type MercatorBounds,
  type Viewport,
} from './mercator';
export { mercatorX, mercatorY } from '#shared/places/near';
