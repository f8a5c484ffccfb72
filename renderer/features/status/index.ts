export { OfflineBar, StatusLine, useClockNotices, useIsOffline } from './status-line';
export { statusMirror } from './store';
