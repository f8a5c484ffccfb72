export { HandoverDialog, HandoverLine, openHandover } from './handover';
