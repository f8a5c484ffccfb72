export { SettingsPage } from './settings-page';
export { settingsMirror, useColourScheme, useFormat, useSettings, zoneFor } from './store';
