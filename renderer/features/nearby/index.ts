export { BackToNearest, NearestPanel, nearbyStore, useIsNearestOpen } from './nearest';
