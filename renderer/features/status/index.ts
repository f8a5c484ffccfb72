export { StatusLine } from './status-line';
export { statusMirror } from './store';
