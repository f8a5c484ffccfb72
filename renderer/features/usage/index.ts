export { isLongRefresh, RefreshDevicesButton, RefreshQuestion } from './refresh-devices';
export { UsageDialog } from './usage-panel';
export { weightsText as callWeightsText } from './usage-messages';
