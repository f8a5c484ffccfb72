export { useClockNotices } from './status-line';
export { OfflineBar, useIsOffline } from './status-line';
export { StatusLine } from './status-line';
export { statusMirror } from './store';
