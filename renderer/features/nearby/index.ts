export { nearbyTexts } from './nearby-texts';
export { BackToNearest, NearestPanel, nearbyStore, useIsNearestOpen } from './nearest';
