export { RefreshDevicesButton } from './refresh-devices-button';
export { isLongRefresh, RefreshQuestion } from './refresh-question';
export { UsageDialog } from './usage-dialog';
export { weightsText as callWeightsText } from './usage-messages';
