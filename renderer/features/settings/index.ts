import { lazyPage } from '#lib/lazy-page';

export { AskedSetting, foundSettings, showAdvanced, showSetting } from './find-setting';
export {
  NumberSetting,
  QuantitySetting,
  SettingsSection,
  type QuantityKind,
  type Setting,
  type SettingProps,
} from './setting-fields';
export { lockSettings } from './setting-names';
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
