export { UsageDialog } from './usage-panel';
export { weightsText as callWeightsText } from './usage-messages';
