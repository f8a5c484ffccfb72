export { Tour } from './tour';
export { tourStore } from './tour-steps';
