export { ClockNotice } from './clock-notice';
export { StatusLine } from './status-line';
export { statusMirror } from './store';
