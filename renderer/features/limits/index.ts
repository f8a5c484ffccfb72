import { lazyPage } from '#lib/lazy-page';

export {
  boardText,
  DeviceBoard,
  useBoardDevices,
  useGroupScope,
  useIsListed,
} from './device-board';
export { BulkLimits, limitsDraftProblem } from './limits-edit';

export const LimitsPage = lazyPage(async () => (await import('./limits-page')).LimitsPage);
