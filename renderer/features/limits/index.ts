import { lazyPage } from '#lib/lazy-page';

export { DeviceBoard, useBoardDevices, useIsListed } from './device-board';
export { BulkLimits } from './bulk-limits';

export const LimitsPage = lazyPage(async () => (await import('./limits-page')).LimitsPage);
