import { lazyPage } from '#lib/lazy-page';

export { keyedMapsMirror, useMapStyleUrl } from './keyed-maps';
export { NumberSetting } from './number-setting';
export type { QuantityKind } from './quantity';
export { QuantitySetting } from './quantity-setting';
export {
  useComputerZoneNotices,
  useKeyedMapNotices,
  useStoredFileNotices,
} from './settings-notices';
export {
  settingsMirror,
  useAccountZone,
  useChosenFormat,
  useColourScheme,
  useDaysNote,
  useSettings,
  useZone,
} from './store';

export const SettingsPage = lazyPage(async () => (await import('./settings-page')).SettingsPage);
