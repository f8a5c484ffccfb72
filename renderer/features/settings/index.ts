import { lazyPage } from '#lib/lazy-page';

export { ComputerZoneNotice } from './computer-zone-notice';
export { KeyedMapNotice } from './keyed-map-notice';
export { keyedMapsMirror, useMapStyleUrl } from './keyed-maps';
export { NumberSetting } from './number-setting';
export type { QuantityKind } from './quantity';
export { QuantitySetting } from './quantity-setting';
export { StoredFileNotices } from './stored-file-notices';
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
