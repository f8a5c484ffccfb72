import { lazyPage } from '#lib/lazy-page';

export { AlertCount, AlertsStatus, DeviceAlerts, OpenAlerts } from './alert-overview';
export { KindPicker } from './kind-picker';
export { QuietHours } from './snooze';
export { NotificationBell, useSnoozeCommands } from './snooze';
export { SosStrip } from './alert-overview';
export { followAlerts, showAlertsFromLink } from './store';

export const AlertsPage = lazyPage(async () => (await import('./alerts-page')).AlertsPage);
