import { lazyPage } from '#lib/lazy-page';

export { AlertCount } from './alert-count';
export { AlertsStatus } from './alerts-status';
export { alertNames, alertWord } from './alert-messages';
export { DeviceAlerts } from './device-alerts';
export { followClicks } from './follow-clicks';
export { KindPicker } from './kind-picker';
export { LiveAlertSettings } from './live-alert-settings';
export { NotificationBell } from './notification-bell';
export { followAcknowledged } from './store';

export const AlertsPage = lazyPage(async () => (await import('./alerts-page')).AlertsPage);
