export { useClockNotices } from './clock-notice';
export { OfflineBar, useIsOffline } from './offline-bar';
export { StatusLine } from './status-line';
export { statusMirror } from './store';
