export { NumberSetting } from './number-setting';
export { SettingsPage } from './settings-page';
export {
  settingsMirror,
  useAccountZone,
  useChosenFormat,
  useColourScheme,
  useDaysNote,
  useSettings,
  zoneFor,
} from './store';
