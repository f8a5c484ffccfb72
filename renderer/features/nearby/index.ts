export { BackToNearest } from './back-to-nearest';
export { nearbyMessages } from './messages';
export { NearestPanel, useIsNearestOpen } from './nearest-panel';
export { nearbyStore } from './store';
