export { RefreshDevicesButton } from './refresh-devices-button';
export { UsageDialog } from './usage-dialog';
export { weightsText as callWeightsText } from './usage-messages';
