export { boardDevices, NoDevices, useBoardDevices, useIsListed } from './board-devices';
export { BulkLimits } from './bulk-limits';
export { LimitsPage } from './limits-page';
