export { boardDevices, NoDevices, useBoardDevices } from './board-devices';
export { BulkLimits } from './bulk-limits';
export { LimitsPage } from './limits-page';
