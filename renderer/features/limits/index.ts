export { BulkLimits } from './bulk-limits';
export { boardDevices, useAccountZone, useBoardDevices } from './devices';
export { LimitsPage } from './limits-page';
export { NoDevices } from './no-devices';
