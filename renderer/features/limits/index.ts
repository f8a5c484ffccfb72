export { boardDevices, NoDevices, useAccountZone, useBoardDevices } from './board-devices';
export { BulkLimits } from './bulk-limits';
export { LimitsPage } from './limits-page';
