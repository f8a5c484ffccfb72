import { lazyPage } from '#lib/lazy-page';

export { DeviceBoard, useBoardDevices, useIsListed } from './device-board';
export { BulkLimits } from './limits-edit';

export const LimitsPage = lazyPage(async () => (await import('./limits-page')).LimitsPage);
