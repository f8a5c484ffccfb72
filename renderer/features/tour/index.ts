export { tourMessages } from './messages';
export { tourStore } from './store';
export { Tour } from './tour';
