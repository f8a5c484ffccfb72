export { HandoverDialog, openHandover } from './handover-dialog';
export { HandoverLine } from './handover-line';
export { handoverMessages } from './messages';
export { handoverStore } from './store';
