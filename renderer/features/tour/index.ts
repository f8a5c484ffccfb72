export { Tour } from './tour';
export { tourMessages } from './tour-messages';
export { tourStore } from './tour-steps';
