export { OfflineBar, StatusLine, useClockNotices, useIsOffline } from './status-line';
export { useStatusWords } from './status-line';
export { statusMirror } from './status-line';
