import { lazyPage } from '#lib/lazy-page';

export { NumberSetting, OneSetting, QuantitySetting, type QuantityKind } from './setting-fields';
export type { SettingProps } from './setting-fields';
export { namedSettings, showAdvanced, showSetting } from './settings-table';
export { useComputerZoneNotices, useStoredFileNotices } from './settings-notices';
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
