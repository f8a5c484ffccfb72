export { useDeviceLabels } from './device-labels';
export { DevicePicker } from './device-picker';
export { FetchBar } from './download/fetch-bar';
export { HistoryPage } from './history-page';
export { historyPort } from './tracks/history-port';
export { OpenHistoryButton } from './open-history-button';
export { fieldTime, momentOfField } from './presets';
export { rangeOf, RangePicker } from './range-picker';
export {
  historyMirror,
  openHistory,
  useFetches,
  type ChosenDevice,
  type RangeChoice,
} from './store';
