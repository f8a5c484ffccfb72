import { lazyPage } from '#lib/lazy-page';

export { NoDevices, useBoardDevices, useIsListed, useMatchesText } from './board-devices';
export { BulkLimits } from './bulk-limits';

export const LimitsPage = lazyPage(async () => (await import('./limits-page')).LimitsPage);
