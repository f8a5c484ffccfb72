export { AlertCount } from './alert-count';
export { alertNames, alertWord } from './alert-messages';
export { AlertsPage } from './alerts-page';
export { followClicks } from './follow-clicks';
export { KindPicker } from './kind-picker';
export { LiveAlertSettings } from './live-alert-settings';
export { alertsMirror } from './store';
