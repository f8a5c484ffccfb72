export { UsageDialog } from './usage-panel';
export { callWeightsText } from './usage-summary';
